Ini_setting {
  path => '/srv/app.ini',
}
ini_setting { 'changed':
  section => 'server',
  setting => 'port',
  value   => 8080,
}
ini_setting { 'below its comment':
  ensure  => present,
  section => 'server',
  setting => 'host',
  value   => '-- "quoted" ä',
}
ini_setting { 'before all sections':
  setting => 'top',
  value   => true,
}
ini_setting { 'indented as others':
  section => 'client',
  setting => 'a b',
  value   => ' blanks ',
}
ini_setting { 'indented by hand':
  section           => 'client',
  setting           => 'tabbed',
  value             => 'v',
  indent_char       => "\t",
  indent_width      => 2,
  key_val_separator => '=',
  show_diff         => 'md5',
}
ini_setting { 'in a new section':
  section   => 'new one',
  setting   => 'k',
  value     => Sensitive('secret'),
  show_diff => false,
}
ini_setting { 'not in a new section':
  section                    => 'nowhere',
  setting                    => 'k',
  value                      => 'v',
  force_new_section_creation => false,
}
ini_setting { 'a section':
  section => 'empty',
}
ini_setting { 'gone':
  ensure  => absent,
  section => 'server',
  setting => 'name',
}
ini_setting { 'gone with its section':
  ensure  => absent,
  section => 'last',
  setting => 'only',
}
ini_setting { 'only when refreshed':
  section     => 'client',
  setting     => 'never',
  value       => '1',
  refreshonly => true,
}
ini_setting { 'blanks between':
  path              => '/srv/blank.conf',
  setting           => 'key',
  value             => 'another value',
  key_val_separator => ' ',
}
ini_setting { 'other brackets':
  path           => '/srv/other.conf',
  section        => 'a',
  section_prefix => '-- ',
  section_suffix => ' --',
  setting        => 'k',
  value          => 'v',
}
