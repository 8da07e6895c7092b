class { 'postgresql::server':
  listen_addresses => '127.0.0.1',
}
postgresql::server::db { 'shop':
  user     => 'shop',
  password => postgresql::postgresql_password('shop', 'secret', false, 'md5'),
}
postgresql::server::config_entry { 'work_mem': value => '8MB' }
