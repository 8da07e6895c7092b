# extra
$x = 5 =~ Foo::T
