class { 'php':
  manage_repos => false,
  composer     => false,
  pear         => false,
  settings     => { 'PHP/memory_limit' => '96M', 'Date/date.timezone' => 'Europe/Berlin' },
  extensions   => { 'gd' => {} },
}
