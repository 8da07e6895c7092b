sysctl { 'net.ipv4.ip_forward': ensure => present, value => '1' }
sysctl { 'net.ipv4.ping_group_range': ensure => present, value => '0 100' }
sysctl { 'net.ipv4.conf.all.rp_filter': ensure => present, value => '1', persist => false }
sysctl { 'net.ipv4.conf.default.rp_filter': ensure => present, value => '2', apply => false }
sysctl { 'net.ipv4.conf.lo.forwarding': ensure => present, value => 1, target => '/etc/sysctl.d/judge.conf' }
sysctl { 'net.nothing.here': ensure => present, value => '1', silent => true }
