Vcsrepo { provider => git }
vcsrepo {
  '/srv/made.git':   ensure => bare;
  '/srv/cloned.git': ensure => bare, source => '/srv/one', owner => 'root';
  '/srv/other.git':  ensure => bare, source => '/srv/one', remote => 'other';
}
