file { '/srv/logrotate':
  ensure  => directory,
  source  => 'puppet:///modules/logrotate/etc',
  recurse => true,
  purge   => true,
  force   => true,
}
file { '/srv/one':
  source => ['puppet:///modules/logrotate/none', 'puppet:///modules/logrotate/etc/cron.daily/logrotate'],
  mode   => '0755',
}
