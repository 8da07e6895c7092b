file { '/srv/to':
  ensure       => directory,
  source       => ['/srv/other', '/srv/from'],
  sourceselect => all,
  recurse      => remote,
  recurselimit => 1,
  mode         => '0600',
}
file { '/srv/followed':
  source  => '/srv/from',
  recurse => true,
  links   => follow,
}
file { '/srv/followed/s':
  ensure  => directory,
  recurse => remote,
  source  => '/srv/other/s',
}
