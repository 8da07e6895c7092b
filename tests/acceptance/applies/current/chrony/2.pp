class { 'chrony':
  servers          => { '127.0.0.2' => ['iburst', 'offline'] },
  pools            => {},
  queryhosts       => ['127.0.0.0/8'],
  port             => 1123,
  local_stratum    => 8,
  log_options      => 'tracking measurements',
  rtconutc         => true,
}
