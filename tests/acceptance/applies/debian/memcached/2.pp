class { 'memcached':
  max_memory        => 48,
  max_item_size     => '2m',
  listen_ip         => '127.0.0.1',
  tcp_port          => 11311,
  udp_port          => 0,
  processorcount    => '1',
  verbosity         => 'vv',
  extended_opts     => ['lru_crawler', 'lru_maintainer'],
  disable_cachedump => true,
  install_dev       => true,
}
