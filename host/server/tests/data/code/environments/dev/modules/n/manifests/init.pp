class n {
  file { '/tmp/n':
    source => 'puppet:///modules/n/n.txt',
  }
}
