service { 'one': ensure => stopped, enable => false }
service { 'two': ensure => running, enable => true }
service { 'three': enable => false }
service { 'other': ensure => stopped, hasstatus => false, status => 'test -e /run/other.sh.state' }
