ini_subsetting { 'gone':
  ensure            => absent,
  path              => '/srv/app',
  key_val_separator => '=',
  setting           => 'ARGS',
  subsetting        => '-Xmx',
}
