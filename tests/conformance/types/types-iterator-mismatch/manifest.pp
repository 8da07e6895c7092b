# An iterator is named with the type of its elements
function f(Integer $x) { $x }
notify { 'r': message => "${f([1].reverse_each)}" }
