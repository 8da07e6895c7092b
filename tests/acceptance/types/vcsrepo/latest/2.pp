Vcsrepo { provider => git, source => '/srv/one' }
vcsrepo {
  '/srv/on-main': ensure => latest, revision => 'dev';
  '/srv/at-tag':  ensure => present, revision => 'v2';
  '/srv/behind':  ensure => latest, revision => 'main';
}
