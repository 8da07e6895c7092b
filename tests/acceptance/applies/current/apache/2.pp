class { 'apache':
  default_vhost          => false,
  default_mods           => ['alias', 'mime', 'dir', 'rewrite'],
  mpm_module             => 'prefork',
  server_tokens          => 'Prod',
  trace_enable           => 'Off',
  timeout                => 30,
  log_formats            => { 'vhost_short' => '%v %h %l' },
}
class { 'apache::mod::ssl':
  ssl_compression => false,
}
class { 'apache::mod::status':
  requires => 'ip 127.0.0.1',
}
include apache::mod::proxy
include apache::mod::proxy_http
include apache::mod::deflate
include apache::mod::expires
apache::vhost { 'safe.example.com':
  ip         => '127.0.0.1',
  port       => 8443,
  ssl        => true,
  ssl_cert   => '/srv/cert.pem',
  ssl_key    => '/srv/key.pem',
  docroot    => '/srv/safe',
  proxy_pass => [{ 'path' => '/app', 'url' => 'http://127.0.0.1:9000/', 'reverse_urls' => [], 'params' => { 'timeout' => 5 } }],
  setenvif   => ['Host "^safe" is_safe'],
  custom_fragment => '# mine',
}
apache::custom_config { 'limits':
  content => "LimitRequestBody 1000000\n",
}
