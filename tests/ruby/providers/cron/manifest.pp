cron { 'old': command => '/bin/new', hour => 2, minute => [0, 30] }
cron { 'same': command => '/bin/same', special => 'daily' }
cron { 'fresh': command => '/bin/fresh', environment => ['A=b'], minute => '*/5' }
cron { 'bobs': command => '/bin/b', user => 'nobody', hour => 1, minute => 1 }
cron { 'gone': ensure => absent, command => '/bin/x' }
cron { 'adopt': command => '/bin/unmanaged', hour => 5, minute => 5 }
