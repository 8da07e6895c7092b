Archive { extract => true }
archive {
  '/tmp/x.tar':    source => '/srv/from/x.tar', extract_path => '/srv/to/tar', creates => '/srv/to/tar/inside it', cleanup => true;
  '/tmp/x.tar.gz': source => '/srv/from/x.tar.gz', target => '/srv/to/tgz', creates => '/srv/to/tgz/inside it', cleanup => false;
  '/tmp/x.tbz':    source => '/srv/from/x.tbz', extract_path => '/srv/to/tbz', creates => '/srv/to/tbz/inside it';
  '/tmp/x.tar.xz': source => '/srv/from/x.tar.xz', extract_path => '/srv/to/txz', creates => '/srv/to/txz/inside it';
  '/tmp/x.zip':    source => '/srv/from/x.zip', extract_path => '/srv/to/zip', creates => '/srv/to/zip/inside it';
  '/srv/to/gz/one.gz': source => '/srv/from/one.gz', extract_path => '/srv/to/gz', creates => '/srv/to/gz/one';
  '/tmp/own $x.tar.gz': source => "/srv/it's/a b/\$x.tar.gz", extract_path => '/srv/to/own', extract_command => 'tar xf %s --strip-components=1', creates => '/srv/to/own/deep';
  '/tmp/own2.tgz':  source => '/srv/from/x.tar.gz', extract_path => '/srv/to/own2', extract_command => 'gzip -dc %s | tar xf - && echo "done"', creates => '/srv/to/own2/top';
  '/tmp/flags.tgz': source => '/srv/from/x.tar.gz', extract_path => '/srv/to/flags', extract_flags => '--strip-components 1 -xzf', creates => '/srv/to/flags/deep';
  '/tmp/hash.tar':  source => '/srv/from/x.tar', extract_path => '/srv/to/kept', extract_flags => { 'tar' => 'xf', '7z' => 'x' }, creates => '/srv/to/kept/top';
  '/tmp/user.tar':  source => '/srv/from/x.tar', extract_path => '/srv/to/user', user => 'nobody', group => 'nogroup', creates => '/srv/to/user/top', cleanup => false;
  '/srv/to/again/there.tar': extract_path => '/srv/to/again', creates => '/srv/to/again/top', cleanup => false;
}
