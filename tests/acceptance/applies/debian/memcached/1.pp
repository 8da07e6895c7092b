class { 'memcached':
  max_memory     => '12%',
  processorcount => 2,
  udp_port       => 0,
}
