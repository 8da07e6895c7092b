Vcsrepo { provider => git }
vcsrepo {
  '/srv/mirrored': ensure => absent;
  '/srv/bared':    ensure => bare, source => '/srv/one';
  '/srv/masked':   ensure => present, source => '/srv/one', skip_hooks => false, http_proxy => 'http://localhost:1';
  '/srv/changed':  ensure => present, source => '/srv/one', revision => 'dev', keep_local_changes => true;
}
