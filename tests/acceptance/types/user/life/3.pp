user { ['deploy', 'twin']: ensure => absent }
-> group { 'www': ensure => absent }
