own_probe { 'optional': ensure => present, provider => optional }
