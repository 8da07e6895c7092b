alternative_entry { '/opt/judge/three':
  ensure   => present,
  altlink  => '/usr/bin/judge',
  altname  => 'judge',
  priority => 30,
}
alternative_entry { '/opt/judge/one:/usr/bin/judged':
  ensure   => present,
  altname  => 'judged',
  priority => '5',
}
alternatives { 'judge':
  path => '/opt/judge/three',
}
