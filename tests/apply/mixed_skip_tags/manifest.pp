schedule { 's1': period => never }
class c0 {
  exec { 'r1': command => '/usr/bin/touch $ROOT/tr1', creates => '$ROOT/tr1', logoutput => true, loglevel => err }
  notify { 'r2': require => [Exec['r1']] }
  file { '$ROOT/r3': ensure => absent, noop => true, tag => 't1' }
}
include c0
class c1 {
  notify { 'r4':  }
  notify { 'r5':  }
  exec { 'r6': command => '/bin/true', logoutput => true }
}
include c1
notify { 'r7':  }
exec { 'r8': command => '/bin/false', logoutput => true, noop => false, require => [Class['C1']] }
file { '$ROOT/qr9': ensure => file, content => 'cr9', audit => [content, mode] }
stage { 'pre': before => Stage['main'] }
class early { notify { 'early': } exec { 'earlyx': command => '/bin/true' } }
class { 'early': stage => 'pre' }
