file { '/srv/lies':
  ensure => link,
  target => '/srv/from',
}
