File_line {
  path => '/srv/one',
}
file_line { 'at the end':
  line => 'c = "quoted" \'twice\' $x',
}
file_line { 'behind':
  ensure => present,
  line   => '-- after a',
  after  => '^a=',
}
file_line { 'there already':
  line => 'b=1',
}
file_line { 'behind each':
  line     => 'many',
  after    => '[ab]=\d',
  multiple => true,
}
file_line { 'secret':
  line => Sensitive('password'),
}
file_line { 'not appended':
  line               => 'never',
  match              => '^nothing$',
  append_on_no_match => false,
}
file_line { 'of another encoding':
  path     => '/srv/latin',
  line     => 'ascii',
  encoding => 'iso-8859-1',
}
file { '/srv/two':
  content => "two\n",
  replace => false,
}
file_line { 'in a file that is made':
  path => '/srv/two',
  line => 'line',
}
