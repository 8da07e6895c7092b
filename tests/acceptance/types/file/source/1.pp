file { '/srv/to':
  ensure  => directory,
  source  => '/srv/from',
  recurse => true,
  ignore  => '*.skip',
  owner   => 'root',
}
file { '/srv/there':
  ensure  => directory,
  source  => ['/srv/none', 'file:///srv/from/', '/srv/other'],
  recurse => true,
  purge   => true,
  force   => true,
}
