resources { 'firewall': purge => true }
firewall { '001 loopback': proto => 'all', iniface => 'lo', jump => 'accept' }
firewall { '100 web': proto => 'tcp', dport => [80, 443], jump => 'accept' }
firewallchain { 'LIMITS:filter:IPv4': ensure => present }
