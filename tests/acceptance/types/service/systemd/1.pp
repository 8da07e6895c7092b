service { 'runs': ensure => running }
service { 'stops.service': ensure => stopped }
service { 'enabled': enable => true }
service { 'disabled': ensure => 'false', enable => false }
service { 'with:odd-name_1.2': ensure => 'true', enable => true }
service { 'masked': enable => mask }
service { 'unmasked': ensure => running, enable => true }
service { 'static': ensure => running, enable => false }
service { 'watched.path': ensure => running, enable => true }
service { 'template@one': ensure => running, enable => true, hasstatus => false, hasrestart => false, pattern => 'nothing' }
service { 'template@two': ensure => stopped }
service { 'oldstyle': enable => true }
service { 'not there': ensure => stopped, enable => false }
service { 'mine':
  ensure  => running,
  name    => 'mine.service',
  start   => 'touch /run/mine',
  stop    => 'rm /run/mine',
  restart => 'touch /run/mine.again',
  status  => 'test -e /run/mine',
}
