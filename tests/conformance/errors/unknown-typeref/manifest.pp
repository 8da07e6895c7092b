# extra
notify { 'a': require => Foo['x'] }
