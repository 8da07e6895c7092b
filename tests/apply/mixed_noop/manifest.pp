schedule { 's1': period => daily }
class c0 {
  notify { 'r1':  }
  exec { 'r2': command => '/usr/bin/touch $ROOT/tr2', refreshonly => true, refresh => '/bin/false', require => [Notify['r1']] }
  exec { 'r3': command => '/bin/true', unless => '/bin/false', subscribe => [Exec['r2']] }
}
class { 'c0': schedule => never }
class c1 {
  notify { 'r4': message => 'm r4' }
  exec { 'r5': command => '/usr/bin/touch $ROOT/tr5', schedule => 's1', subscribe => [Exec['r3']] }
}
include c1
class c2 {
  file { '$ROOT/r6': ensure => absent, noop => true }
  file { '$ROOT/r7': ensure => file, content => 'cr7', tag => 'A::B' }
  exec { 'r8': command => '/usr/bin/touch $ROOT/tr8', refresh => '/bin/true', notify => [File['$ROOT/r6']] }
}
include c2
define d0() {
  exec { "d0-$title": command => '/bin/true', refreshonly => true }
  notify { "d0-n-$title": }
  file { "$ROOT/d0-$title": content => $title }
}
d0 { 'x': noop => true, loglevel => warning, require => [Exec['r5']] }
define d1() {
  exec { "d1-$title": command => '/bin/false', refreshonly => false }
  notify { "d1-n-$title": }
}
d1 { 'x': schedule => 'puppet' }
d1 { 'y': subscribe => [Exec['r3'], File['$ROOT/r7']] }
exec { 'r9': command => '/usr/bin/touch $ROOT/tr9' }
file { 'r10': ensure => file, path => '$ROOT/nodir/r10', noop => false }
exec { 'r11': command => '/bin/true', refreshonly => true, returns => [0,3], logoutput => true, require => [File['$ROOT/r6']] }
file { '$ROOT/rr12': mode => '0600' }
stage { 'pre': before => Stage['main'] }
class early { notify { 'early': } exec { 'earlyx': command => '/bin/false' } }
class { 'early': stage => 'pre' }
