# The line of an override from a class that does not inherit
class base {
  notify { 'n': message => 1 }
}
class other {
  Notify['n'] {
    message => 2
  }
}
include base
include other
