# extra
foo::nope { "x": }
