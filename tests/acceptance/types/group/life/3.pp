group { ['plain', 'numbered', 'twin']: ensure => absent }
