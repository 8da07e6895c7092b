own_order { 'there': ensure => present, a => 'new', m => 'new', z => 'new' }
own_order { 'missing': ensure => present, a => 'new', m => 'new' }
own_order { 'there too': ensure => absent, a => 'new' }
own_order { 'unmanaged': a => 'new' }
own_order { 'there unmanaged': a => 'new', z => 'old' }
own_order { 'absent anyway': ensure => absent, a => 'new' }
