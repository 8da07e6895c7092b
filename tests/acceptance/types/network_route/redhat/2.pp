network_route { 'default':
  network   => 'default',
  netmask   => '0.0.0.0',
  gateway   => '192.0.2.1',
  interface => 'eth0',
  options   => 'metric 10',
}
network_route { '203.0.113.64/26':
  network   => '203.0.113.64',
  netmask   => '26',
  gateway   => '192.0.2.5',
  interface => 'eth2',
}
network_route { '2001:db8:1::/64':
  ensure    => absent,
  network   => '2001:db8:1::',
  netmask   => '64',
  gateway   => '2001:db8::1',
  interface => 'eth2',
}
