Shellvar { target => '/srv/judge/acme' }
shellvar { 'OPTIONS': value => '4', quoted => 'single', comment => '' }
shellvar { 'RETRIES': ensure => absent }
shellvar { 'START': ensure => unset }
shellvar { 'JAVA_OPTS': ensure => absent, value => ['one'], array_append => true }
shellvar { 'FRESH': value => ['b', 'c'], array_append => true, comment => 'newer' }
shellvar { 'FRESH_LIST': value => ['a', 'b', 'c'], array_type => 'string' }
shellvar { 'FRESH_UNSET': value => 'set' }
shellvar { 'GONE': ensure => absent }
