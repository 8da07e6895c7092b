['md5', 'md5lite', 'sha1', 'sha1lite', 'sha224', 'sha256', 'sha256lite', 'sha384', 'sha512', 'mtime', 'ctime'].each |$sum| {
  file { "/srv/sum/${sum}": source => '/srv/sum/from', checksum => $sum }
  unless $sum in ['mtime', 'ctime'] {
    file { "/srv/sum/text-${sum}": content => "some text\n", checksum => $sum }
  }
}
# Newer than its source, so it is not changed.
file { '/srv/sum/newer': source => '/srv/sum/from', checksum => 'mtime' }
file { '/srv/sum/none': ensure => file, checksum => 'none', mode => '0600' }
