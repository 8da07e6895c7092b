class { 'haproxy':
  merge_options    => true,
  global_options   => { 'maxconn' => '100', 'log' => ['127.0.0.1 local0', '127.0.0.1 local1 notice'] },
  defaults_options => { 'mode' => 'http', 'retries' => '2' },
  restart_command  => '/bin/systemctl reload haproxy',
}
haproxy::frontend { 'front':
  bind    => { '127.0.0.1:8083' => [], '127.0.0.1:8084' => ['accept-proxy'] },
  mode    => 'http',
  options => [{ 'default_backend' => 'back' }, { 'timeout client' => '30s' }],
}
haproxy::backend { 'back':
  collect_exported => false,
  options          => { 'balance' => 'leastconn' },
}
haproxy::balancermember { 'two':
  listening_service => 'back',
  server_names      => 'c',
  ipaddresses       => '127.0.0.4',
  ports             => '8085',
  options           => ['check', 'backup'],
  define_cookies    => true,
}
haproxy::userlist { 'people':
  users  => ['alice insecure-password x'],
  groups => ['staff users alice'],
}
haproxy::peers { 'others': }
haproxy::peer { 'here':
  peers_name  => 'others',
  ipaddresses => '127.0.0.1',
  port        => 8087,
}
haproxy::mapfile { 'names':
  mappings => [{ 'a.example' => 'one' }, { 'b.example' => 'two' }],
}
