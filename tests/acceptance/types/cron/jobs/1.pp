cron { 'plain': command => '/bin/plain' }
cron { 'lists': command => '/bin/lists', minute => [0, '30'], hour => ['*/2', '1-5', '7-20/3'], monthday => ['1', '15'] }
cron { 'names': command => '  /bin/names  ', weekday => ['Mon', 'sunday'], month => ['jan', 'December'], monthday => '*' }
cron { 'special': command => '/bin/special %x', special => 'annually', environment => ['PATH=/bin:/usr/bin', 'X = y z'] }
cron { 'it\'s a "job"': command => 'echo "it\'s" \% # done', minute => '05', user => 'keeper' }
cron { 'žluť': command => '/bin/echo žluť', hour => 3, target => 'keeper' }
cron { 'adopted': command => '/bin/adopt  me', minute => 0, hour => 0, weekday => 1 }
cron { 'at boot': command => '/bin/at-boot', special => 'reboot' }
cron { 'moved': command => '/bin/moved', special => absent, minute => 3, environment => 'A=2', user => 'root' }
cron { 'gone': ensure => absent }
cron { 'never was': ensure => absent, user => 'keeper' }
