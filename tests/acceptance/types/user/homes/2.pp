user { 'settled': managehome => true, ensure => absent }
user { 'placed': ensure => absent }
