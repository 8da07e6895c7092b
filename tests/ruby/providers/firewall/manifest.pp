firewall { '100 ssh': proto => tcp, dport => 22, action => accept }
firewall { '200 http': proto => tcp, dport => [80, 443], action => accept }
firewall { '110 telnet': ensure => absent, proto => tcp, dport => 23 }
firewallchain { 'MY:filter:IPv4': ensure => present }
