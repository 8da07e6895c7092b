network_config { 'eth0': startmode => 'nfsroot', options => { 'USERCONTROL' => 'yes' } }
network_config { 'eth2': method => 'dhcp' }
