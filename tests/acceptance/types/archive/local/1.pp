archive {
  '/srv/to/plain':       source => '/srv/from/a file';
  '/srv/to/by-url':      source => 'file:///srv/from/other', cleanup => false;
  '/srv/to/of a module': source => 'puppet:///modules/pieces/piece';
  '/srv/new/deep/file':  source => '/srv/from/other', temp_dir => '/srv';
  '/srv/to/kept':        source => '/srv/from/other';
  '/srv/to/replaced':    source => '/srv/from/a file', checksum_type => md5, checksum => 'b3e656f8b0828a31f3ed396a1c868786';
  '/srv/to/sha1':        source => '/srv/from/a file', digest_type => sha1, digest_string => '25be7bb30b8a1b4107c450216f0fc827e33674b6';
  '/srv/to/sha2':        source => '/srv/from/a file', checksum_type => sha2, checksum => 'da69f286f03c0d2131b3f95afe7c8d31b4f65cbf5ca49a12c41d8bf02d366a34', provider => ruby;
  '/srv/to/sha512':      source => '/srv/from/a file', checksum_type => sha512, checksum => 'bfaac5e66cd263d724d8a61c10712fb6dd3d184868a9537e2bf9760a1acd59aa434c7f02796f102f3303d994a9b2bbf11dc524c09abfbb081e01cb4cf38c99f1', checksum_verify => true;
  '/srv/to/listed':      source => '/srv/from/a file', checksum_type => sha256, checksum_url => 'file:///srv/from/sums';
  '/srv/to/gone':        ensure => absent;
  '/srv/to/never':       ensure => absent;
}
