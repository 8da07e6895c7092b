network_config { 'eth0': method => 'static', ipaddress => '192.0.2.11', netmask => '255.255.255.0', mtu => 9000 }
network_config { 'eth1': mode => 'vlan', options => { 'NAME' => 'c d', 'DEFROUTE' => 'no', 'DNS1' => '192.0.2.53' } }
network_config { 'bond0':
  method    => 'static',
  ipaddress => '198.51.100.1',
  netmask   => '255.255.255.128',
  options   => { 'BONDING_OPTS' => 'mode=1 miimon=100', 'TYPE' => 'Bond' },
}
network_config { 'eth5': ensure => absent }
