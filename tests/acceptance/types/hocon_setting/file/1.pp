Hocon_setting { path => '/srv/judge/acme.conf' }
hocon_setting { 'webserver.port': value => 8141 }
hocon_setting { 'webserver.access-log-config': value => '/etc/acme/logging.xml' }
hocon_setting { 'webserver.ssl.protocols': value => ['TLSv1.2', 'TLSv1.3'] }
hocon_setting { 'webserver.hosts': value => 'c', type => 'array_element' }
hocon_setting { 'jruby-puppet.max-active-instances': value => '4', type => 'number' }
hocon_setting { 'jruby-puppet.compile-mode': value => 'jit', type => 'string' }
hocon_setting { 'jruby-puppet."gem home"': value => '/opt/gems' }
hocon_setting { 'cache': value => '/srv/acme/cache' }
hocon_setting { 'gone': ensure => absent }
hocon_setting { 'absent': ensure => absent }
hocon_setting { 'flag': value => true, type => 'boolean' }
hocon_setting { 'float': value => 1.5 }
hocon_setting { 'one': value => [1], type => 'array' }
hocon_setting { 'map': value => { 'b' => 1, 'a' => [true, { 'x' => 'y z' }] }, type => 'hash' }
hocon_setting { 'raw': value => 'word', type => 'text' }
hocon_setting { 'quotes': value => "a \"b\" \\ c\td é" }
hocon_setting { 'new': path => '/srv/judge/new.conf', setting => 'x.y.z', value => 1 }
hocon_setting { 'json': path => '/srv/judge/acme.json', setting => 'a.d', value => 'x' }
hocon_setting { 'json removed': ensure => absent, path => '/srv/judge/acme.json', setting => 'a.b' }
