class { 'php':
  manage_repos => false,
  composer     => false,
  pear         => false,
  fpm_pools    => {
    'www' => { 'listen' => '127.0.0.1:9001', 'pm' => 'static', 'pm_max_children' => 7, 'php_admin_value' => { 'memory_limit' => '64M' } },
  },
  settings     => { 'PHP/memory_limit' => '128M' },
  extensions   => { 'xml' => { 'so_name' => 'xml' } },
}
