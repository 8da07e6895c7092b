concat_file { '/srv/pieces/one': mode => '0600' }
concat_fragment { 'only': target => '/srv/pieces/one', content => "only\n" }
concat_file { '/srv/pieces/letters': ensure => absent }
concat_fragment { 'l9': target => '/srv/pieces/letters', content => "nine\n" }
concat_file { '/srv/pieces/empty': replace => false }
concat_fragment { 'too late': target => '/srv/pieces/empty', content => "too late\n" }
