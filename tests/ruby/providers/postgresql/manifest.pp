postgresql_psql { 'create role x': unless => 'select 1', psql_user => 'root', psql_group => 'root', psql_path => '/usr/local/bin/psql' }
postgresql_psql { 'create role y': unless => 'select 2', psql_user => 'root', psql_group => 'root', psql_path => '/usr/local/bin/psql', db => 'd', port => 5433, connect_settings => { 'PGHOST' => 'h' }, search_path => ['a', 'b'] }
postgresql_psql { 'broken': onlyif => 'select 1', psql_user => 'root', psql_group => 'root', psql_path => '/usr/local/bin/psql' }
postgresql_psql { 'later': refreshonly => true, psql_user => 'root', psql_group => 'root', psql_path => '/usr/local/bin/psql' }
postgresql_conf { 'port': value => '5433', target => '/tmp/case/root/postgresql.conf' }
postgresql_conf { 'listen_addresses': value => '*', target => '/tmp/case/root/postgresql.conf' }
postgresql_conf { 'work_mem': ensure => absent, target => '/tmp/case/root/postgresql.conf' }
postgresql_conf { 'shared_buffers': value => '128MB', target => '/tmp/case/root/postgresql.conf' }
