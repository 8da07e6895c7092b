Exec { path => ['/usr/bin', '/bin'] }
file { '/srv/setting': content => "one\n" }
~> exec { 'twice': command => 'sh -c "echo run >> /srv/log"', refresh => 'sh -c "echo refresh >> /srv/log"', unless => 'test -s /srv/log' }
~> exec { 'once': command => 'sh -c "echo only >> /srv/log"', refreshonly => 'true' }
exec { 'kept': command => 'false', unless => 'true', subscribe => File['/srv/setting'] }
