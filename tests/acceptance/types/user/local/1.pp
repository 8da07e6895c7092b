group { 'near': gid => 7300, forcelocal => true }
user { 'local':
  ensure             => present,
  forcelocal         => true,
  uid                => 7301,
  gid                => 'near',
  comment            => 'One of the files',
  home               => '/srv/local',
  shell              => '/bin/sh',
  groups             => ['audio'],
  expiry             => '2031-01-31',
  password           => '$6$salt$three',
  password_max_age   => 30,
  password_min_age   => 2,
  password_warn_days => 3,
}
