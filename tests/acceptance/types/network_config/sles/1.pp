network_config { 'eth0': method => 'static', ipaddress => '192.0.2.11', netmask => '255.255.255.0', mtu => 9000 }
network_config { 'eth1': startmode => 'manual', method => 'none', options => { 'NAME' => 'c d' } }
network_config { 'eth2':
  startmode => 'off',
  method    => 'static',
  ipaddress => '198.51.100.1',
  options   => { 'BRIDGE_PORTS' => 'eth3 eth4' },
}
network_config { 'eth5': ensure => absent }
