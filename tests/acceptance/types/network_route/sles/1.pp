network_route { 'default': network => 'default', netmask => '0.0.0.0', gateway => '192.0.2.9', interface => 'eth0' }
network_route { '198.51.100.0/24':
  network   => '198.51.100.0',
  netmask   => '24',
  gateway   => '192.0.2.2',
  interface => 'eth0',
  options   => 'table 300',
}
network_route { '10.0.0.0/8':
  ensure    => absent,
  network   => '10.0.0.0',
  netmask   => '255.0.0.0',
  gateway   => '192.0.2.3',
  interface => 'eth1',
}
network_route { '203.0.113.64/26':
  network   => '203.0.113.64',
  netmask   => '255.255.255.192',
  gateway   => '192.0.2.4',
  interface => 'eth2',
}
network_route { '2001:db8:1::/64':
  network   => '2001:db8:1::',
  netmask   => '64',
  gateway   => '2001:db8::1',
  interface => 'eth2',
  options   => 'metric 5',
}
