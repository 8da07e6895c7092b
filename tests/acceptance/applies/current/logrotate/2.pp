class { 'logrotate':
  config => { 'dateext' => true, 'compress' => true, 'rotate' => 7, 'rotate_every' => 'day' },
  purge_configdir => false,
}
logrotate::rule { 'messages':
  path         => ['/var/log/messages', '/var/log/other'],
  size         => '1M',
  missingok    => true,
  create       => true,
  create_mode  => '0640',
  create_owner => 'root',
  create_group => 'adm',
}
logrotate::rule { 'old':
  ensure => absent,
}
