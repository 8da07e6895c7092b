Hocon_setting { path => '/srv/judge/acme.conf' }
hocon_setting { 'webserver.ssl.protocols': value => 'TLSv1.3' }
hocon_setting { 'webserver.hosts': ensure => absent, value => ['a', 'z'], type => 'array_element' }
hocon_setting { 'webserver.port': ensure => absent }
hocon_setting { 'jruby-puppet.max-active-instances': value => 4 }
hocon_setting { 'jruby-puppet.compile-mode': ensure => absent }
hocon_setting { 'base': value => '/opt/acme' }
hocon_setting { 'flag': value => [1, 2] }
hocon_setting { 'map.a': value => 'now a text' }
hocon_setting { 'map.c.d': value => 1 }
hocon_setting { 'one': value => ['x', 'y'], type => 'array_element' }
hocon_setting { 'json': path => '/srv/judge/acme.json', setting => 'c', value => [2], type => 'array' }
