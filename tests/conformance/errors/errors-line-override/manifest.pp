# The line of an override of what is set
notify { 'a': message => 1 }
Notify['a'] {
  noop => true,
  message => 2,
}
