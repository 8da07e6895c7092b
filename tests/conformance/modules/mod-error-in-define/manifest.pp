# extra
a::d { "x": }
