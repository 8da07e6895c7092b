cron { 'x': command => '/bin/true', minute => 99 }
