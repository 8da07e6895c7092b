schedule { 's1': range => '0 - 23:59' }
class c0 {
  exec { 'r1': command => '/bin/echo r1', creates => '$ROOT/tr1' }
  exec { 'r2': command => '/usr/bin/touch $ROOT/tr2', creates => '$ROOT/tr2', require => [Exec['r1']] }
}
class { 'c0': schedule => never }
define d0() {
  exec { "d0-$title": command => '/bin/true', refreshonly => false }
  notify { "d0-n-$title": }
}
d0 { 'x': require => [Exec['r2']] }
d0 { 'y': subscribe => [Class['C0'], Exec['r2']] }
notify { 'r3': message => 'm r3', noop => false, tag => 'A::B', notify => [D0['y']] }
notify { 'r4': noop => false, schedule => 'never', loglevel => debug }
exec { 'r5': command => '/bin/sh -c "exit 3"', refreshonly => true, refresh => '/bin/true', subscribe => [Exec['r1']] }
notify { 'r6': message => 'm r6', require => [D0['y'], D0['x']] }
exec { 'r7': command => '/bin/echo r7', refresh => '/bin/echo re', onlyif => '/bin/false', unless => '/bin/false', tag => 'A::B', subscribe => [Notify['r6'], Exec['r1']] }
stage { 'pre': before => Stage['main'] }
class early { notify { 'early': } exec { 'earlyx': command => '/bin/false' } }
class { 'early': stage => 'pre' }
