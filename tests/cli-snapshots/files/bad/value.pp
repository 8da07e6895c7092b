file { '/tmp/x':
  mode => 'rainbow',
}
