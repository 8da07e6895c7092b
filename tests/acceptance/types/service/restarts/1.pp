file { '/run/setting': content => 'one' }
~> service { 'runs': }
File['/run/setting'] ~> service { 'stands': hasrestart => true }
File['/run/setting'] ~> service { 'own':
  status  => 'test -e /run/own.state',
  restart => 'echo restart >> /run/own.log',
}
file { '/run/judged': content => 'yes', require => [Service['runs'], Service['stands'], Service['own']] }
~> exec { 'judge':
  command     => '/bin/sh -c \'test "$(tr "\n" " " < /run/runs.log)" = "stop start " && test ! -s /run/stands.log && test "$(cat /run/own.log)" = restart\'',
  refreshonly => true,
}
