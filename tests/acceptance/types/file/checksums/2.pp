# With a given digest, the source is read only if the file has another digest.
file { '/srv/sum/known':
  ensure         => file,
  source         => '/srv/sum/from',
  checksum       => 'sha256',
  checksum_value => '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806',
}
file { '/srv/sum/md5':
  source             => '/srv/sum/binary',
  checksum           => 'sha1',
  source_permissions => ignore,
}
