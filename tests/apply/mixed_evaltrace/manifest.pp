schedule { 's1': period => daily }
class c0 {
  exec { 'r1': command => '/bin/true', refreshonly => true, onlyif => '/bin/false', tries => 2, try_sleep => 0, loglevel => alert }
  exec { 'r2': command => '/bin/false', refreshonly => true, refresh => '/bin/true', returns => [0,3], logoutput => true, noop => true, tag => 't1' }
  file { 'r3': ensure => file, path => '$ROOT/nodir/r3', loglevel => debug }
}
include c0
class c1 {
  exec { 'r4': command => '/bin/true', creates => '$ROOT/tr4' }
  file { '$ROOT/r5': content => 'xr5', mode => '0600', tag => 'A::B' }
  exec { 'r6': command => '/bin/echo r6', refreshonly => true, unless => '/bin/true', subscribe => [File['$ROOT/r5']] }
}
include c1
define d0() {
  notify { "d0-n-$title": }
}
d0 { 'x': notify => [Exec['r2']] }
d0 { 'y': subscribe => [D0['x']] }
define d1() {
  notify { "d1-n-$title": }
}
d1 { 'x': require => [File['$ROOT/r5']] }
d1 { 'y': subscribe => [Exec['r4']] }
notify { 'r7': loglevel => info }
notify { 'r8': message => 'm r8' }
stage { 'pre': before => Stage['main'] }
class early { notify { 'early': } exec { 'earlyx': command => '/bin/true' } }
class { 'early': stage => 'pre' }
