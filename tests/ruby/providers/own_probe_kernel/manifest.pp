own_probe { 'kernel': ensure => present, provider => kernel }
