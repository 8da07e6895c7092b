class { 'postgresql::server':
  listen_addresses => '127.0.0.1',
}
postgresql::server::db { 'shop':
  user     => 'shop',
  password => postgresql::postgresql_password('shop', 'secret', false, 'md5'),
}
postgresql::server::role { 'reader':
  password_hash    => postgresql::postgresql_password('reader', 'other', false, 'md5'),
  connection_limit => '5',
  createdb         => true,
}
postgresql::server::database_grant { 'read shop':
  privilege => 'CONNECT',
  db        => 'shop',
  role      => 'reader',
}
postgresql::server::pg_hba_rule { 'readers':
  type        => 'host',
  database    => 'shop',
  user        => 'reader',
  address     => '127.0.0.0/8',
  auth_method => 'md5',
}
postgresql::server::schema { 'private':
  db    => 'shop',
  owner => 'shop',
}
postgresql::server::extension { 'pg_trgm': database => 'shop' }
postgresql::server::config_entry { 'log_min_duration_statement': value => 250 }
