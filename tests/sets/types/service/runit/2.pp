service { 'one': enable => false, provider => runit }
service { 'two': ensure => running, provider => runit }
