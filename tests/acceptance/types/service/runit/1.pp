service { 'one': ensure => running, enable => true, provider => runit }
service { 'two': ensure => stopped, provider => runit }
service { 'three': enable => false, provider => runit, path => '/etc/sv' }
