sysctl { 'vm.swappiness':
  val => '10',
}
sysctl { 'the forwarding':
  ensure => present,
  name   => 'net.ipv4.ip_forward',
  val    => 1,
}
sysctl { 'old':
  ensure => absent,
}
sysctl { 'net.x':
  target => '/etc/sysctl.more',
}
