# A declared entry has its own attributes, and so do the entries below it.
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
