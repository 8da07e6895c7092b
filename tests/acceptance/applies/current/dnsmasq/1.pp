class { 'dnsmasq': service_control => true }
dnsmasq::conf { 'local':
  ensure  => present,
  prio    => 10,
  content => "port=5353\nlisten-address=127.0.0.1\nbind-interfaces\n",
}
