function m::g($x) { $x + 1 }
