# extra
notify { 'a': require => 'foo' }
