service { 'by its binary': ensure => running, provider => base, binary => 'sleep 86401 >/dev/null 2>&1 &', pattern => 'sleep 8640[1]' }
service { 'by a pattern': ensure => stopped, provider => base, pattern => '^root .* sleep 8640[2-3]$' }
service { 'by commands':
  ensure   => running,
  provider => base,
  start    => 'touch "/run/by commands"',
  stop     => 'rm "/run/by commands"',
  status   => 'test -e "/run/by commands"',
}
service { 'silent': ensure => stopped, provider => base, status => '/no/such/command' }
