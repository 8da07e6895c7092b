class { 'xinetd':
  instances      => '20',
  log_on_failure => 'HOST ATTEMPT',
  cps            => '25 10',
}
xinetd::service { 'tell':
  port         => '7777',
  bind         => '127.0.0.1',
  server       => '/bin/echo',
  server_args  => 'hello',
  user         => 'nobody',
  only_from    => '127.0.0.1',
  service_type => 'UNLISTED',
}
