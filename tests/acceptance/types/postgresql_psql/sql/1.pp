postgresql_psql { 'the role':
  command     => 'CREATE ROLE "with space" LOGIN ENCRYPTED PASSWORD \'$NEWPGPASSWD\'',
  unless      => "SELECT 1 FROM pg_roles WHERE rolname = 'with space'",
  environment => ['NEWPGPASSWD=md5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
}
-> postgresql_psql { 'CREATE DATABASE app':
  unless => "SELECT 1 FROM pg_database WHERE datname = 'app'",
  db     => 'postgres',
  port   => 5432,
}
-> postgresql_psql { 'two at once':
  command          => "CREATE SCHEMA s; CREATE TABLE s.t (name text DEFAULT ';:'::text)",
  unless           => "SELECT 1 FROM pg_namespace WHERE nspname = 's'",
  connect_settings => { 'PGDATABASE' => 'app', 'PGPORT' => '5432' },
  psql_user        => 'postgres',
  psql_group       => 'postgres',
  psql_path        => '/usr/bin/psql',
  cwd              => '/var/lib/postgresql',
}
-> postgresql_psql { 'the body of a function':
  command => 'CREATE FUNCTION f() RETURNS int AS \$body\$ BEGIN RETURN 1; END \$body\$ LANGUAGE plpgsql',
  unless  => "SELECT 1 FROM pg_proc WHERE proname = 'f'",
  db      => 'app',
}
~> postgresql_psql { 'when something changed':
  command     => "INSERT INTO s.t VALUES ('refreshed')",
  db          => 'app',
  refreshonly => true,
}
postgresql_psql { 'never': command => 'SELECT nonsense', onlyif => 'SELECT 1 WHERE false' }
