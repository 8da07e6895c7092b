firewall { '001 loopback': proto => 'all', iniface => 'lo', jump => 'accept' }
firewall { '100 web': proto => 'tcp', dport => ['8000:8010'], source => '10.0.0.0/8', state => ['NEW', 'ESTABLISHED'], jump => 'accept' }
firewall { '200 limit': chain => 'LIMITS', proto => 'tcp', limit => '5/sec', burst => 10, jump => 'reject', reject => 'icmp-port-unreachable' }
firewallchain { 'LIMITS:filter:IPv4': ensure => present }
