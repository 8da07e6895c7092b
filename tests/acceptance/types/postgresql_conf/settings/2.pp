Postgresql_conf { target => '/srv/postgresql.conf' }
postgresql_conf { 'port': ensure => present, value => '5432' }
postgresql_conf { 'app.setting': ensure => absent }
postgresql_conf { 'made': ensure => present, value => 'x y', target => '/etc/postgresql.conf' }
