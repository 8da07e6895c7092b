# An inherited class comes before the class that includes
class c { $baz = 'baz of c' }
class b inherits c { notify { 'r': message => [$baz, $bar, $foo] } }
class a { $bar = 'bar of a'  $baz = 'baz of a'  include b }
$foo = 'foo'
include a
