own_probe { 'util': ensure => present, provider => util }
