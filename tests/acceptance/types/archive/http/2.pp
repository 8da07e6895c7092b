archive {
  '/srv/to/checked': ensure => absent;
  '/srv/to/new':     source => 'http://localhost:18473/file', checksum_type => md5, checksum => 'b3e656f8b0828a31f3ed396a1c868786';
}
