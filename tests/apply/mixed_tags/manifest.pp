schedule { 's1': range => '0 - 23:59' }
class c0 {
  file { '$ROOT/rr1': ensure => absent, loglevel => warning }
}
include c0
class c1 {
  file { '$ROOT/r2': ensure => link, target => '/nosuch' }
  file { '$ROOT/r3': ensure => link, target => '/nosuch' }
}
include c1
define d0() {
  notify { "d0-n-$title": }
  file { "$ROOT/d0-$title": content => $title }
}
d0 { 'x': subscribe => [Class['C0']] }
define d1() {
  exec { "d1-$title": command => '/bin/true', refreshonly => false }
  notify { "d1-n-$title": }
}
d1 { 'x': noop => false, subscribe => [Class['C0']] }
d1 { 'y':  }
exec { 'r4': command => '/bin/true', refreshonly => true, onlyif => '/bin/true', require => [Class['C0']] }
notify { 'r5': loglevel => alert }
Exec['r4'] -> Notify['r5']
