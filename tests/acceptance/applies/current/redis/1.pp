class { 'redis':
  unixsocket => '/run/redis/redis-server.sock',
  bind      => '127.0.0.1',
  port      => 7379,
  maxmemory => '64mb',
  daemonize => false,
}
