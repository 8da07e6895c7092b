user { ['ann', 'bob']: ensure => present }
-> group { 'crew': members => ['bob', 'ann'] }
-> group { 'club': gid => 7500, members => 'ann', auth_membership => true }
