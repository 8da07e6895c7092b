network_config { 'eth0': options => { 'GATEWAY' => '192.0.2.2' } }
network_config { 'eth1': mode => 'raw', family => 'inet' }
network_config { 'bond0': mode => 'vlan', method => 'dhcp', mtu => '1400' }
