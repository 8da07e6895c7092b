include haproxy
haproxy::listen { 'web':
  collect_exported => false,
  ipaddress        => '127.0.0.1',
  ports            => '8081',
  mode             => 'tcp',
  options          => { 'option' => ['tcplog'], 'balance' => 'roundrobin' },
}
haproxy::balancermember { 'one':
  listening_service => 'web',
  server_names      => ['a', 'b'],
  ipaddresses       => ['127.0.0.2', '127.0.0.3'],
  ports             => '8082',
  options           => 'check',
}
