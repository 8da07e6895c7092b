# The line of a relationship that names what is not there
notify { 'a':
  require => [
    Notify['b'],
    File['/x'],
  ],
}
