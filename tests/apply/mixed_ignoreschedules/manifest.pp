schedule { 's1': period => daily }
class c0 {
  notify { 'r1':  }
  notify { 'r2': message => 'm r2', noop => true, schedule => 'puppet', notify => [Notify['r1']] }
}
include c0
class c1 {
  exec { 'r3': command => '/bin/true', refreshonly => true, logoutput => true, notify => [Notify['r2']] }
  notify { 'r4': tag => 't1' }
}
include c1
define d0() {
  exec { "d0-$title": command => '/bin/true', refreshonly => true }
  notify { "d0-n-$title": }
  file { "$ROOT/d0-$title": content => $title }
}
d0 { 'x':  }
exec { 'r5': command => '/bin/true', logoutput => true, tag => 't2', subscribe => [Notify['r2']] }
exec { 'r6': command => '/bin/true', refresh => '/bin/echo re', noop => true }
file { '$ROOT/pr7': ensure => absent, noop => true }
Exec { loglevel => info }
