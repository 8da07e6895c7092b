group { 'www': gid => 2150 }
user { 'deploy':
  uid     => 7001,
  gid     => 'www',
  comment => 'Ünïcode',
  home    => '/srv/other',
  shell   => '/bin/bash',
}
user { 'spare': ensure => absent }
user { 'twin': uid => 7001, allowdupe => true }
