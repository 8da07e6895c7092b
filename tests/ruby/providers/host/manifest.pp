host { 'one': ip => '192.0.2.1', host_aliases => ['uno', 'eins'], target => '/tmp/case/root/hosts' }
host { 'two': ensure => absent, target => '/tmp/case/root/hosts' }
host { 'three': ip => '192.0.2.3', comment => 'third', target => '/tmp/case/root/hosts' }
host { 'fresh': ip => '192.0.2.4', target => '/tmp/case/root/hosts.new' }
