file { '/srv/basic':
  ensure => absent,
  force  => true,
}
