# A file of its own has its own, and so has all that is beneath it.
file { '/srv/tree':
  ensure    => directory,
  recurse   => true,
  max_files => -1,
  mode      => 'u+rw,go-w,a+rX',
}
file { '/srv/tree/a/':
  ensure => directory,
  mode   => '0700',
}
file { 'a file by another name':
  path    => '/srv/tree/x',
  content => "x\n",
  mode    => '0600',
}
