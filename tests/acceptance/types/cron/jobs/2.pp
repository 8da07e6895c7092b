cron { 'plain': command => '/bin/plain --more', minute => 59 }
cron { 'lists': command => '/bin/lists', minute => absent, hour => 4 }
cron { 'names': command => '/bin/names', weekday => 7, month => absent }
cron { 'special': command => '/bin/special %x', special => 'hourly', environment => 'PATH=/bin' }
cron { 'it\'s a "job"': ensure => absent, user => 'keeper' }
cron { 'adopted': ensure => absent, command => '/bin/adopt  me', minute => 0, hour => 0, weekday => 1 }
