ceph_config { 'global/a':
  value => 'TRUE',
}
ceph_config { 'osd/b':
  path  => '/etc/ceph/other.conf',
  value => 2,
}
