# extra
notify { 'a': require => Notify['nope'] }
