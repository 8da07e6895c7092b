own_probe { 'filesystem': ensure => present, provider => filesystem }
