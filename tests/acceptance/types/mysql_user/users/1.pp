mysql_user { 'app@localhost':
  ensure                   => present,
  password_hash            => '*E74858DB86EBA20BC33D0AECAE8A8108C56B17FA',
  max_user_connections     => 1,
  max_connections_per_hour => '2',
  max_queries_per_hour     => 3,
  max_updates_per_hour     => 4,
  tls_options              => ['SSL'],
}
mysql_user { 'bare@%': ensure => present }
mysql_user { 'with space@10.0.0.0/255.0.0.0': ensure => present, password_hash => '*E74858DB86EBA20BC33D0AECAE8A8108C56B17FA', tls_options => 'X509' }
mysql_user { 'a@b@localhost': ensure => present, plugin => 'mysql_native_password' }
mysql_user { 'socket@LOCALHOST': ensure => present, plugin => 'unix_socket' }
mysql_user { 'nobody@localhost': ensure => absent }
