firewallchain { 'FORWARD:filter:IPv4': policy => accept }
firewallchain { 'INPUT:filter:IPv4': purge => true, ignore => ['--comment "?001', 'ctstate'] }
firewall { '200 last': proto => 'all', action => 'accept' }
firewall { '005 between': dport => '8443', action => 'accept' }
firewall { '010 ssh "it\'s"': dport => ['22'], source => '10.0.0.0/8', action => 'accept' }
firewall { '110 log': ensure => absent, chain => 'web' }
firewall { '301 web': ensure => absent, provider => 'ip6tables', chain => 'web' }
-> firewallchain { 'web:filter:IPv6': ensure => absent }
