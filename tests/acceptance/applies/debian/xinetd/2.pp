class { 'xinetd':
  purge_confdir => true,
  only_from     => '127.0.0.1',
  env           => ['A=b', 'C=d'],
}
xinetd::service { 'tell':
  ensure => absent,
  server => '/bin/echo',
  port   => '7777',
}
xinetd::service { 'other':
  port                    => '7778',
  protocol                => 'udp',
  socket_type             => 'dgram',
  server                  => '/bin/cat',
  service_type            => 'UNLISTED',
  log_on_success          => 'HOST PID',
  log_on_success_operator => '=',
  nice                    => 5,
  access_times            => '2:00-9:00 12:00-24:00',
  disable                 => 'yes',
}
