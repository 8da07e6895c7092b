service { 'runs': ensure => stopped, enable => true }
service { 'stops.service': ensure => running, enable => mask }
service { 'enabled': enable => false }
service { 'masked': ensure => running, enable => false }
service { 'static': ensure => stopped, enable => true }
service { 'watched.path': ensure => stopped, enable => false }
service { 'template@one': ensure => stopped, enable => false }
service { 'oldstyle': enable => false }
service { 'mine':
  ensure => stopped,
  start  => ['touch', '/run/mine'],
  stop   => ['rm', '/run/mine'],
  status => ['test', '-e', '/run/mine'],
}
