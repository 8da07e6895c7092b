shellvar { 'RETRIES in /srv/judge/other': value => '3' }
shellvar { 'SINGLE in /srv/judge/other': ensure => absent }
