notify { 'x':
  message => 'abc,
}
