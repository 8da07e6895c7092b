schedule { 's1': range => '0 - 23:59' }
class c0 {
  exec { 'r1': command => '/bin/sh -c "exit 3"', refreshonly => true }
  exec { 'r2': command => '/bin/sh -c "exit 3"', tries => 2, try_sleep => 0 }
}
include c0
class c1 {
  notify { 'r3': noop => true }
  exec { 'r4': command => '/bin/true', refreshonly => true, unless => '/bin/true', subscribe => [Notify['r3']] }
  notify { 'r5': message => 'm r5' }
}
include c1
define d0() {
  exec { "d0-$title": command => '/bin/true', refreshonly => false }
  notify { "d0-n-$title": }
  file { "$ROOT/d0-$title": content => $title }
}
d0 { 'x': subscribe => [Exec['r2']] }
exec { 'r6': command => '/bin/true', refreshonly => true }
exec { 'r7': command => '/bin/echo r7', onlyif => '/bin/false', noop => false, notify => [Class['C0']] }
stage { 'pre': before => Stage['main'] }
class early { notify { 'early': } exec { 'earlyx': command => '/bin/false' } }
class { 'early': stage => 'pre' }
