alternative_entry { '/opt/judge/three':
  ensure   => present,
  altlink  => '/usr/bin/judge',
  altname  => 'judge',
  priority => 3,
}
