# a deferred call may be given for any type if nothing is known of it
class c(Integer $x) { notify { 'r': message => $x } }
class { 'c': x => Deferred('upcase', ['a']) }
