mysql_user { 'app@localhost':
  ensure                   => present,
  password_hash            => '*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19',
  max_user_connections     => 0,
  max_connections_per_hour => 9,
  max_queries_per_hour     => 9,
  max_updates_per_hour     => 9,
  tls_options              => 'NONE',
}
mysql_user { 'bare@%': ensure => absent }
mysql_user { 'a@b@localhost': ensure => present, password_hash => '*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19' }
