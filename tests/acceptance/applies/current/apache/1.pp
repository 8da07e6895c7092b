class { 'apache':
  default_vhost => false,
  mpm_module    => 'event',
  servername    => 'www.example.com',
  purge_configs => true,
}
apache::vhost { 'www.example.com':
  ip            => '127.0.0.1',
  port          => 8090,
  docroot       => '/srv/www',
  docroot_owner => 'www-data',
  aliases       => [{ 'alias' => '/icons', 'path' => '/srv/icons' }],
  directories   => [{ 'path' => '/srv/www', 'options' => ['Indexes', 'FollowSymLinks'], 'allow_override' => ['None'], 'require' => 'all granted' }],
  rewrites      => [{ 'comment' => 'old', 'rewrite_cond' => ['%{HTTP_HOST} ^old'], 'rewrite_rule' => ['^/(.*)$ /new/$1 [R=301,L]'] }],
  headers       => ['set X-Frame-Options DENY'],
}
