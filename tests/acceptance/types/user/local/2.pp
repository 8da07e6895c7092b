group { 'near': gid => 7305, forcelocal => true }
user { 'local':
  forcelocal         => true,
  uid                => 7302,
  gid                => 'audio',
  comment            => 'Another',
  home               => '/srv/local2',
  shell              => '/bin/bash',
  groups             => ['video'],
  membership         => inclusive,
  expiry             => absent,
  password           => '$6$salt$four',
  password_max_age   => 31,
}
