# so is one of a function in the language
function f($a) >> String { 'a' }
class c(Integer $x) { }
class { 'c': x => Deferred('f', [1]) }
