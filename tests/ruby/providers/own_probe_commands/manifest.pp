own_probe { 'commands': ensure => present, provider => commands }
