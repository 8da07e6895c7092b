concat { '/etc/pieces.conf': }
~> exec { '/bin/sh -c "echo x >> /srv/notified"': refreshonly => true }
concat::fragment { 'new': target => '/etc/pieces.conf', content => "new\n" }
concat { 'named': ensure => absent, path => '/etc/named pieces.conf' }
