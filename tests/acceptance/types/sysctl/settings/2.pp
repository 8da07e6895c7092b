sysctl { 'vm.swappiness':
  val => '20',
}
sysctl { 'net.ipv4.ip_forward':
  ensure => absent,
}
