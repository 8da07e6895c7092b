group { 'crew': members => ['ann', 'bob'], auth_membership => true }
group { 'club': ensure => absent }
