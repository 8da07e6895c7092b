Vcsrepo { provider => git }
$number = file('/srv/number')
vcsrepo {
  '/srv/plain':    ensure => present, source => '/srv/one', revision => $number[0, 40];
  '/srv/tagged':   ensure => present, source => '/srv/one', revision => 'main';
  '/srv/words':    ensure => present, source => '/srv/one', revision => 'dev';
  '/srv/branched': ensure => present, source => '/srv/one', revision => $number[0, 12];
  '/srv/moved':    ensure => present, source => '/srv/one', revision => 'v1.1';
  '/srv/upstream': ensure => present, source => '/srv/one', remote => 'upstream', revision => 'v1';
  '/srv/mine':     ensure => present, source => '/srv/one', owner => 'root', group => 'root', excludes => 'y', revision => 'dev';
  '/srv/open/his': ensure => present, source => '/srv/theirs', user => 'nobody', revision => 'dev';
  '/srv/outer-in': ensure => present, source => '/srv/outer', revision => 'v1', submodules => false;
}
