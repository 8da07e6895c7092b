postgresql_conn_validator { 'by socket':
  psql_path        => '/usr/bin/psql',
  run_as           => 'postgres',
  port             => 5432,
  db_name          => 'postgres',
  db_username      => 'postgres',
  connect_settings => { 'PGAPPNAME' => 'judge' },
  command          => 'SELECT 2',
  sleep            => 1,
  tries            => 3,
}
-> exec { '/usr/bin/touch /srv/connected': creates => '/srv/connected' }
