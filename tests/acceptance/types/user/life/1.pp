group { 'www': gid => 2100 }
user { 'deploy':
  ensure  => present,
  uid     => '7000',
  gid     => 2100,
  comment => 'De "Ploy", -c',
  home    => '/srv/de ploy',
  shell   => '/bin/sh',
}
user { 'spare': ensure => present, system => true }
user { 'twin': uid => 7000, allowdupe => true, gid => 'www' }
user { 'nobody_here': ensure => absent }
