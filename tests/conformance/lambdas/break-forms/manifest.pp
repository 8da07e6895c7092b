# extra
notify { "r": message => [[1,2,3].map |$x| { if $x == 2 { break() } $x }, [1,2,3].filter |$x| { if $x == 3 { break() } true }, [1,2,3].map |$x| { if $x == 2 { next("n") } $x }, [1,2,3].reduce |$m,$x| { if $x == 3 { break() } $m + $x }] }
