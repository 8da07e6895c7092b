Postgresql_conf { target => '/srv/postgresql.conf' }
postgresql_conf { 'port': ensure => present, value => 5433 }
postgresql_conf { 'shared_buffers': ensure => present, value => '128MB' }
postgresql_conf { 'listen_addresses': ensure => present, value => '*, ::1' }
postgresql_conf { 'app.setting': ensure => present, value => 'on' }
postgresql_conf { 'random_page_cost': ensure => present, value => '1.5' }
postgresql_conf { 'include': ensure => present, value => 'other file.conf' }
postgresql_conf { 'work_mem': ensure => absent }
