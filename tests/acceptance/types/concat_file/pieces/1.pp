file { '/srv/pieces': ensure => directory }
-> concat_file { 'by title':
  path           => '/srv/pieces/one',
  tag            => 'one',
  owner          => 'root',
  group          => 0,
  mode           => '0640',
  order          => 'numeric',
  ensure_newline => true,
  backup         => false,
  replace        => true,
  show_diff      => true,
  validate_cmd   => '/usr/bin/test -s %',
}
concat_fragment { 'b': target => 'by title', content => 'ten', order => 10 }
concat_fragment { 'a': target => '/srv/pieces/one', content => "ten too\n", order => '10' }
concat_fragment { 'nine': tag => 'one', content => 'nine', order => '09' }
concat_fragment { "-rf 'x' \"y\" ü": tag => 'one', content => "strange\n" }

concat_file { '/srv/pieces/letters': order => 'alpha' , require => File['/srv/pieces'] }
concat_fragment { 'l9': target => '/srv/pieces/letters', content => "nine\n", order => '9' }
concat_fragment { 'l10': target => '/srv/pieces/letters', content => "ten\n", order => '10' }
concat_fragment { 'word': target => '/srv/pieces/letters', content => "word\n", order => 'x' }

concat_file { '/srv/pieces/empty': require => File['/srv/pieces'] }
