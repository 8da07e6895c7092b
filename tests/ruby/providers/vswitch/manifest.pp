vs_bridge { 'br-int': ensure => present, external_ids => 'bridge-id=br-int,x=y', mac_table_size => 40000 }
vs_bridge { 'br-new': ensure => present, external_ids => 'a=b' }
vs_bridge { 'br-old': ensure => absent }
vs_port { 'eth0': ensure => present, bridge => 'br-int' }
vs_port { 'eth1': ensure => present, bridge => 'br-int' }
vs_config { 'external_ids:system-id': value => 'new' }
vs_config { 'external_ids:hostname': value => 'node' }
vs_config { 'other_config:x': value => 'y' }
vs_config { 'external_ids:gone': ensure => absent }
