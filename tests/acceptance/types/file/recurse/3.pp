file { '/srv/tree':
  ensure  => directory,
  recurse => true,
  force   => true,
  purge   => true,
  ignore  => '*.local',
}
file { '/srv/tree/a': ensure => directory }
file { '/srv/tree/a/new': content => "new\n" }
file { "/srv/tree/odd/it's": ensure => file }
file { '/srv/tree/odd': ensure => directory, recurse => true, purge => true }
