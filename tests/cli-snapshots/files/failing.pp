exec { '/bin/false': }
-> file { '/never': ensure => file }
-> notify { 'never': }
notify { 'apart': }
