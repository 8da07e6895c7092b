Service { provider => own_ctl }
service { 'a': ensure => running, enable => true }
service { 'b': ensure => stopped }
service { 'c': ensure => running, enable => false }
service { 'd': ensure => running, hasrestart => true }
service { 'e': enable => mask }
service { 'f': ensure => running, enable => true }
service { 'g': ensure => stopped, enable => false, status => '/usr/local/bin/own-ctl status b' }
service { 'h': ensure => running, provider => own_pattern, pattern => 'process-h', enable => false, path => ['/x', '/y'] }
service { 'i': ensure => running }
service { 'j': ensure => stopped, restart => '/usr/local/bin/own-ctl restart j' }
service { 'k': ensure => running, start => '/usr/local/bin/own-ctl start k' }
notify { 'changed': notify => Service['d', 'h', 'i', 'j'] }
