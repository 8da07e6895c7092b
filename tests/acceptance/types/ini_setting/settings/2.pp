ini_setting { 'in a new section':
  ensure  => absent,
  path    => '/srv/app.ini',
  section => 'new one',
  setting => 'k',
}
ini_setting { 'below its comment':
  path    => '/srv/app.ini',
  section => 'server',
  setting => 'host',
  value   => 'other',
}
file { '/srv/trigger':
  content => 'x',
}
~> ini_setting { 'refreshed':
  path        => '/srv/app.ini',
  section     => 'client',
  setting     => 'x',
  value       => '2',
  refreshonly => true,
}
