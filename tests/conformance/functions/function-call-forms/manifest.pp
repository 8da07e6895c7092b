# call calls by name, with blocks, and makes deferred calls
function f($x) { "f${x}" }
notify { 'r': message => [
  call('upcase', 'a'),
  call('f', 1),
  call('map', [1, 2]) |$x| { $x * 2 },
  call(Deferred('join', [['a', 'b'], '-'])),
  call(Deferred('upcase', [Deferred('join', [['a', 'b'], '-'])])),
  call(Deferred('$facts', ['kernel'])),
] }
