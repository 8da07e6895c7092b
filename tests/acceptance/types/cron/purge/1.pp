resources { 'cron': purge => true }
cron { 'stays': command => '/bin/stays' }
