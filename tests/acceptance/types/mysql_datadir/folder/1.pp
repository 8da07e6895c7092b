mysql_datadir { '/srv/mysql':
  ensure              => present,
  basedir             => '/usr',
  user                => 'mysql',
  defaults_extra_file => '/srv/more.cnf',
  insecure            => true,
  log_error           => '/srv/error.log',
}
mysql_datadir { '/var/lib/mysql': ensure => present }
