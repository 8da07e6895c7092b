# extra
a::d { "x": p => "s" }
