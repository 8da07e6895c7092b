class { 'dnsmasq':
  purge_config_dir => true,
  hosts_hash       => { 'printer' => { 'ip' => '192.0.2.7', 'aliases' => ['lp'] } },
}
dnsmasq::conf { 'local':
  ensure  => present,
  prio    => 20,
  content => "port=5354\nlisten-address=127.0.0.1\nbind-interfaces\n",
}
