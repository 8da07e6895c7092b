archive {
  '/srv/to/plain':  ensure => absent;
  '/srv/to/listed': source => '/srv/from/other', checksum_type => md5, checksum => 'ba7790b1708b71cb2b61b1a30d824712';
}
