concat { '/etc/pieces.conf':
  owner          => 'root',
  group          => 'root',
  mode           => '0600',
  warn           => true,
  ensure_newline => true,
}
concat::fragment { 'last': target => '/etc/pieces.conf', content => 'last', order => '99' }
concat::fragment { 'first': target => '/etc/pieces.conf', content => "first\n", order => '01' }
concat::fragment { 'middle': target => '/etc/pieces.conf', content => "middle\n" }
concat { 'named':
  path  => '/etc/named pieces.conf',
  warn  => "# mine\n",
  order => 'numeric',
}
concat::fragment { 'of named': target => 'named', content => "x\n", order => 2 }
concat::fragment { 'of named too': target => 'named', content => "y\n", order => 10 }
concat { '/etc/gone.conf': ensure => absent }
file { '/etc/gone.conf.keep': content => '' }
