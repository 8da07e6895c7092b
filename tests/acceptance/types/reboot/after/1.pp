file { '/srv/kernel': content => "new\n" }
~> reboot { 'after': apply => finished, timeout => 120, message => 'Bye' }
reboot { 'once': apply => finished, subscribe => File['/srv/kernel'], require => Reboot['after'] }
reboot { 'never': apply => finished }
