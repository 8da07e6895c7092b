class { 'redis':
  unixsocket => '/run/redis/redis-server.sock',
  bind                     => '127.0.0.1',
  port                     => 7380,
  maxmemory                => '32mb',
  maxmemory_policy         => 'allkeys-lru',
  daemonize                => false,
  appendonly               => true,
  requirepass              => 'secret',
  save_db_to_disk_interval => { '900' => '2', '300' => '11' },
  ulimit                   => 70000,
  log_level                => 'warning',
  notify_keyspace_events   => 'Ex',
}
