service { 'one': ensure => running, enable => true }
service { 'two': ensure => stopped, enable => false }
service { 'three': enable => true, hasrestart => true }
service { 'other': ensure => running, hasstatus => false, pattern => 'no such process', status => 'test -e /run/other.sh.state' }
service { 'elsewhere': ensure => running, path => ['/nowhere', '/srv/scripts'], status => 'test -e /run/elsewhere.state' }
