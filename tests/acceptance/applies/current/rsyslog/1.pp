class { 'rsyslog::client':
  log_remote       => false,
  log_local        => true,
  log_local_custom => 'local0.* /var/log/local0.log',
}
rsyslog::snippet { '90_more': content => 'local1.* /var/log/local1.log' }
