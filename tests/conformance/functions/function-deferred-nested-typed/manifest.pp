# inside an array a deferred call is no Integer
define d(Array[Integer] $x) { }
d { 'a': x => [Deferred('upcase', ['a'])] }
