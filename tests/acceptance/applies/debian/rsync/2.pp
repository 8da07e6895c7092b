class { 'rsync::server':
  address    => '127.0.0.1',
  use_xinetd => false,
  use_chroot => 'no',
}
rsync::server::module { 'public':
  path            => '/srv/public',
  order           => '05_first',
  max_connections => '5',
  lock_file       => '/run/rsyncd.lock',
  exclude         => ['/secret', '*.bak'],
}
# Until now, xinetd listened on the port.
file { '/etc/xinetd.d/rsync':
  ensure => absent,
}
service { 'xinetd':
  ensure => stopped,
  enable => false,
  before => Service['rsync'],
}
