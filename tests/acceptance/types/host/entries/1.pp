host { 'db.example.com':
  ip           => '192.0.2.7',
  host_aliases => ['db', 'db1'],
  comment      => 'the data base # main',
}
host { 'plain':
  ensure => present,
  ip     => 'fe80::1%eth0',
}
host { 'gone':
  ensure => absent,
}
host { 'moved':
  target => '/etc/hosts.more',
}
host { 'the changed one':
  name         => 'changed',
  ip           => '192.0.2.53',
  host_aliases => [],
  comment      => '',
}
