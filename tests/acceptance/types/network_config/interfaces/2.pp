network_config { 'eth0': family => 'inet4', hotplug => 'yes', options => { 'gateway' => '192.0.2.1', 'up' => 'true' } }
network_config { 'eth1': ensure => absent }
network_config { 'eth3': method => 'manual', mtu => '1400' }
network_config { 'eth9': ensure => absent }
network_config { 'vlan7': mode => 'vlan', method => 'dhcp', options => { 'vlan-raw-device' => 'eth3', 'vlan_flags' => 'x' } }
