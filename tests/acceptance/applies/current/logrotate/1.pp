class { 'logrotate':
  config => { 'dateext' => true, 'compress' => true, 'rotate' => 10, 'ifempty' => true },
}
logrotate::rule { 'messages':
  path         => '/var/log/messages',
  rotate       => 5,
  rotate_every => 'week',
  postrotate   => '/bin/true',
}
