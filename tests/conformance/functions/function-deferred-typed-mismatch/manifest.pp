# a deferred call whose function says what it returns is checked
class c(Integer $x) { }
class { 'c': x => Deferred('notice', ['a']) }
