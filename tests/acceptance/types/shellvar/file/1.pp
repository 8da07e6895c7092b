Shellvar { target => '/srv/judge/acme' }
shellvar { 'OPTIONS': value => '-x 3', comment => 'all options' }
shellvar { 'SINGLE': value => '3' }
shellvar { 'RETRIES': value => 5, comment => 'again' }
shellvar { 'AFTER': value => 'a;b' }
shellvar { 'START': value => true }
shellvar { 'JAVA_OPTS': value => ['two', 'one'], uncomment => true, array_append => true }
shellvar { 'SHARED': ensure => present, value => 'b' }
shellvar { 'INDENTED': ensure => exported, value => '1' }
shellvar { 'OTHER': ensure => exported, value => 'x' }
shellvar { 'WORDS': value => ['one', 'four', 'three'] }
shellvar { 'LIST': value => ['one', 'five'] }
shellvar { 'REMOVED': ensure => absent }
shellvar { 'FRESH': value => ['a', 'b'], comment => 'new' }
shellvar { 'FRESH_LIST': value => ['a', 'b'], array_type => 'array' }
shellvar { 'FRESH_SHARED': ensure => exported, value => 'x y' }
shellvar { 'FRESH_UNSET': ensure => unset }
shellvar { 'created': variable => 'CREATED', target => '/srv/judge/new', value => "it's", quoted => 'double' }
