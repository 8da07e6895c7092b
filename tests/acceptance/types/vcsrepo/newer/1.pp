Vcsrepo { provider => git }
vcsrepo {
  '/srv/mirrored': ensure => mirror, source => '/srv/one';
  '/srv/bared':    ensure => mirror, source => '/srv/one';
  '/srv/goes':     ensure => absent;
  '/srv/on-main':  ensure => bare, source => '/srv/one';
  '/srv/unowned':  ensure => present, source => '/srv/one', revision => 'v2', safe_directory => true;
  '/srv/changed':  ensure => present, source => '/srv/one', revision => 'main', keep_local_changes => true, skip_hooks => true;
  '/srv/masked':   ensure => present, source => '/srv/one', umask => '0077', skip_hooks => true, tmpdir => '/srv';
  '/srv/on-dev':   ensure => latest, source => '/srv/one', trust_server_cert => true, http_proxy => { 'origin' => 'http://localhost:1' };
}
