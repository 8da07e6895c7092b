user { 'local': ensure => absent, forcelocal => true, managehome => true }
-> group { 'near': ensure => absent, forcelocal => true }
