# A variable may start with a capital letter
$Foo = 'foo'
class c($Bar = 'bar') { notify { 'r': message => "$Foo ${Bar}" } }
include c
