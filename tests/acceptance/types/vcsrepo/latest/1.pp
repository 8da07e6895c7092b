Vcsrepo { provider => git, source => '/srv/one' }
vcsrepo {
  '/srv/on-main': ensure => latest, revision => 'main';
  '/srv/on-dev':  ensure => latest, revision => 'dev';
  '/srv/at-tag':  ensure => latest, revision => 'v1';
  '/srv/changed': ensure => latest, revision => 'main';
  '/srv/behind':  ensure => present, revision => 'later-dev';
  '/srv/new':     ensure => latest, revision => 'dev';
}
