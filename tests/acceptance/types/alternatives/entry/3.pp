alternative_entry { '/opt/judge/three':
  ensure  => absent,
  altlink => '/usr/bin/judge',
  altname => 'judge',
}
alternative_entry { '/opt/judge/one:/usr/bin/judged':
  ensure  => absent,
  altname => 'judged',
}
