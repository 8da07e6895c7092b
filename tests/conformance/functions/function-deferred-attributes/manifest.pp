# name and arguments of a deferred call
notify { 'r': message => [
  Deferred('upcase', ['a']).name,
  Deferred('upcase', ['a']).arguments,
  Deferred('upcase').arguments,
  Deferred('a', [1]) == Deferred('a', [1]),
  Deferred('a') =~ Deferred,
  String(Deferred('a', [1, 'b'])),
] }
