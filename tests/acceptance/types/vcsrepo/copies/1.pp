Vcsrepo { provider => git }
vcsrepo {
  '/srv/plain':    ensure => present, source => '/srv/one';
  '/srv/tagged':   ensure => present, source => '/srv/one', revision => 'v1';
  '/srv/words':    ensure => present, source => '/srv/one', revision => 'v1.1';
  '/srv/branched': ensure => present, source => '/srv/one', branch => 'dev';
  '/srv/moved':    ensure => present, source => '/srv/one', revision => 'dev';
  '/srv/number of': ensure => present, source => '/srv/a source', revision => 'topic/ünï';
  '/srv/shallow':  ensure => present, source => 'file:///srv/one', depth => 1, revision => 'v1';
  '/srv/upstream': ensure => present, source => '/srv/one', remote => 'upstream', revision => 'dev';
  '/srv/several':  ensure => present, source => { 'origin' => '/srv/one', 'second' => '/srv/a source' };
  '/srv/mine':     ensure => present, source => '/srv/one', owner => 'root', group => 'daemon', excludes => ['*.o', 'a b'];
  '/srv/open/his': ensure => present, source => '/srv/theirs', user => 'nobody', revision => 'v1';
  '/srv/full':     ensure => present, source => '/srv/one', force => true;
  '/srv/outer-in': ensure => present, source => '/srv/outer';
  '/srv/made':     ensure => present, excludes => 'x';
}
