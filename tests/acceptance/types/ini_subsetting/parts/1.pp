Ini_subsetting {
  path              => '/srv/app',
  key_val_separator => '=',
  setting           => 'ARGS',
}
ini_subsetting { 'changed':
  subsetting => '-Xmx',
  value      => '512m',
  show_diff  => 'md5',
}
ini_subsetting { 'first':
  ensure      => present,
  subsetting  => '-first',
  insert_type => 'start',
}
ini_subsetting { 'before':
  subsetting   => '-before=',
  value        => 'b',
  insert_type  => 'before',
  insert_value => '-b',
}
ini_subsetting { 'after':
  subsetting   => '-after',
  insert_type  => 'after',
  insert_value => '-a',
}
ini_subsetting { 'indexed':
  setting              => 'LIST',
  subsetting           => 'n',
  subsetting_separator => ',',
  insert_type          => 'index',
  insert_value         => 1,
}
ini_subsetting { 'with a key':
  setting                      => 'PAIRS',
  section                      => '',
  subsetting                   => 'k',
  subsetting_separator         => ';',
  subsetting_key_val_separator => ':',
  value                        => 'v',
  quote_char                   => '"',
}
ini_subsetting { 'gone':
  ensure          => absent,
  subsetting      => '-b',
  use_exact_match => true,
}
ini_subsetting { 'gone with all':
  ensure          => absent,
  setting         => 'EMPTY',
  subsetting      => 'x',
  delete_if_empty => true,
}
