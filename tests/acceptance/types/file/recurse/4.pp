file { '/srv/tree':
  ensure  => absent,
  recurse => true,
  purge   => true,
  force   => true,
  backup  => 'puppet',
}
