file { '/srv/logrotate':
  ensure       => directory,
  source       => ['puppet:///modules/collectd', 'puppet:///modules/logrotate/etc'],
  sourceselect => all,
  recurse      => true,
  recurselimit => 1,
  ignore       => ['tests', '*.hourly'],
  purge        => true,
  force        => true,
  mode         => '0640',
}
