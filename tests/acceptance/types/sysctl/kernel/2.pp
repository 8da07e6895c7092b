sysctl { 'net.ipv4.ip_forward': ensure => present, value => '0', silent => true }
sysctl { 'net.ipv4.ping_group_range': ensure => present, value => "1\t5", apply => true, persist => true }
sysctl { 'net.ipv4.conf.all.rp_filter': ensure => present, value => '0' }
sysctl { 'net.ipv4.conf.default.rp_filter': ensure => absent }
