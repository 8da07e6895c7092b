file { '/srv/v/elsewhere':
  source           => '/srv/v/good',
  validate_cmd     => '/usr/bin/test -s %',
  staging_location => '/srv/waiting/',
  show_diff        => false,
}
file { '/srv/v/once':
  content => "second\n",
  replace => false,
  mode    => '0600',
}
