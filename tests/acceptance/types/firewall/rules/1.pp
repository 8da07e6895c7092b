firewallchain { ['web:filter:IPv4', 'web:filter:IPv6']: }
firewallchain { 'FORWARD:filter:IPv4': policy => drop }
firewall { '200 last': proto => 'all', action => 'drop' }
firewall { '001 established':
  proto => 'all', state => ['RELATED', 'ESTABLISHED'], action => 'accept',
}
firewall { '002 loopback': proto => 'all', iniface => 'lo', action => 'accept' }
firewall { '010 ssh "it\'s"':
  source => '10.1.2.3/8', destination => '! 10.9.9.9', dport => [22, '1000-2000'], tcp_flags => 'SYN,RST,ACK SYN', action => 'accept',
}
firewall { '011 not these ports': dport => ['! 80', '! 443'], action => 'reject', reject => 'tcp-reset' }
firewall { '012 from ports': proto => 'udp', sport => '123', src_range => '10.0.0.1-10.0.0.9', dst_range => '10.1.0.1-10.1.0.9', action => 'accept' }
firewall { '020 ping': proto => 'icmp', icmp => 'echo-request', limit => '5/min', burst => '9', action => 'accept' }
firewall { '021 tracked': proto => '! udp', ctstate => ['NEW', 'INVALID'], pkttype => 'broadcast', action => 'drop' }
firewall { '022 the card': mac_source => '00:11:22:aa:bb:cc', iniface => '! eth0', action => 'accept' }
firewall { '100 to web': dport => '80', jump => 'web' }
firewall { '101 goto web': dport => 81, goto => 'web' }
firewall { '110 log': chain => 'web', jump => 'LOG', log_prefix => 'web: ', log_level => 'info' }
firewall { '120 by user': chain => 'OUTPUT', outiface => 'eth+', uid => '1000', gid => '33', action => 'accept' }
firewall { '130 masquerade': table => 'nat', chain => 'POSTROUTING', proto => 'tcp', outiface => 'eth0', jump => 'MASQUERADE', toports => '1024-65535' }
firewall { '131 source': table => 'nat', chain => 'POSTROUTING', proto => 'all', source => '10.0.0.0/24', jump => 'SNAT', tosource => '192.0.2.1' }
firewall { '132 destination': table => 'nat', chain => 'PREROUTING', dport => '8080', jump => 'DNAT', todest => '10.0.0.2:80' }
firewall { '133 redirect': table => 'nat', chain => 'PREROUTING', dport => '8081', jump => 'REDIRECT', toports => '80' }
firewall { '134 map': table => 'nat', chain => 'PREROUTING', proto => 'all', destination => '10.2.0.0/24', jump => 'NETMAP', to => '10.3.0.0/24' }
firewall { '300 ping':
  provider => 'ip6tables', proto => 'ipv6-icmp', icmp => 'echo-request', source => '2001:DB8::1/64', action => 'accept',
}
firewall { '301 web': provider => 'ip6tables', chain => 'web', dport => '80', action => 'accept' }
