class a {
  file { '/tmp/x': content => 'abc }
  notify { 'x': }
}
