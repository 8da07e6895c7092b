# a deferred call that the function does not accept
class c(Integer $x) { }
class { 'c': x => Deferred('upcase', [1, 2]) }
