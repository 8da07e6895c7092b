network_config { 'lo': method => 'loopback', hotplug => false }
network_config { 'eth0':
  method    => 'none',
  ipaddress => '192.0.2.11',
  netmask   => '255.255.255.0',
  mtu       => 9000,
  hotplug   => false,
}
network_config { 'eth1': onboot => true, options => { 'pre-up' => ['sleep 1', 'sleep 2'], 'hostname' => 'acme' } }
network_config { 'eth2': ensure => absent }
network_config { 'eth3':
  family    => 'inet6',
  method    => 'static',
  ipaddress => '2001:db8::10',
  netmask   => '64',
  options   => { 'gateway' => '2001:db8::1', 'up' => ['true', 'false'] },
}
network_config { 'eth0.42': mode => 'vlan', hotplug => false, method => 'manual' }
network_config { 'vlan7':
  mode    => 'vlan',
  method  => 'manual',
  hotplug => 'no',
  options => { 'vlan-raw-device' => 'eth0' },
}
