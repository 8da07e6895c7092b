service { 'by its binary': ensure => stopped, provider => base, binary => 'sleep 86401', pattern => 'sleep 8640[1]' }
service { 'by commands':
  ensure   => stopped,
  provider => base,
  start    => 'touch "/run/by commands"',
  stop     => 'rm "/run/by commands"',
  status   => 'test -e "/run/by commands"',
}
