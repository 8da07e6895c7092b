file { '/etc/secret':
  content => Sensitive("hunter2\n"),
}
