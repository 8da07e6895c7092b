# Uses every supported attribute of file and exec. @ROOT@ is a scratch directory, @SOURCE@ a directory with a file.
File { backup => false }

file { '@ROOT@/site':
  ensure => directory,
  mode   => '0755',
}
file { '@ROOT@/site/present':
  ensure  => present,
  content => "present\n",
  mode    => '0644',
  owner   => 'root',
  group   => 'root',
}
file { 'by its path':
  ensure  => file,
  path    => '@ROOT@/site/by-path',
  content => ["several\n", "parts\n"],
  mode    => 'u=rw,g=r,o=',
  owner   => 0,
  group   => 0,
}
file { '@ROOT@/site/copy':
  source    => '@SOURCE@/original',
  mode      => 'a=r,u+w',
  show_diff => false,
  checksum  => 'sha256',
}
file { '@ROOT@/site/md5':
  source   => ['@SOURCE@/missing', 'file:///@SOURCE@/original'],
  checksum => 'md5',
  backup   => '.bak',
}
file { '@ROOT@/site/link':
  ensure => link,
  target => '@ROOT@/site/present',
}
file { '@ROOT@/site/short-link':
  ensure => '@ROOT@/site/copy',
}
file { '@ROOT@/site/kept':
  ensure  => file,
  replace => false,
  content => "only at first\n",
}
file { '@ROOT@/site/checked':
  content                 => "valid\n",
  validate_cmd            => '/bin/grep -q valid %',
}
file { '@ROOT@/site/checked-otherwise':
  content              => "valid\n",
  validate_cmd         => '/bin/grep -q valid @@',
  validate_replacement => '@@',
}
file { '@ROOT@/site/absent':
  ensure => absent,
}
file { '@ROOT@/site/absent-directory':
  ensure => absent,
  force  => true,
}
file { '@ROOT@/site/secret':
  content => Sensitive("secret\n"),
  mode    => '0600',
}
file { '@ROOT@/site/directory':
  ensure => directory,
  mode   => 'u=rwx,go=r,go+X',
}

Exec { path => ['/usr/bin', '/bin'] }

exec { 'made once':
  command     => 'printf "%s" "$GREETING" > made',
  provider    => shell,
  cwd         => '@ROOT@/site',
  environment => ['GREETING=hello', 'OTHER=x'],
  creates     => '@ROOT@/site/made',
  umask       => '077',
  user        => 'root',
  group       => 'root',
  logoutput   => on_failure,
  timeout     => 60,
  tries       => 2,
  try_sleep   => 1,
}
exec { 'returns three':
  command  => 'touch @ROOT@/site/three; exit 3',
  provider => shell,
  returns  => [0, 3],
  unless   => 'test -e @ROOT@/site/three',
}
exec { '/bin/mkdir @ROOT@/site/by-exec':
  provider => posix,
  onlyif   => ['/usr/bin/test -d @ROOT@/site', '/usr/bin/test ! -d @ROOT@/site/by-exec'],
}
exec { 'only when refreshed':
  command     => 'touch @ROOT@/site/command',
  refreshonly => true,
  refresh     => 'touch @ROOT@/site/refreshed',
  subscribe   => File['@ROOT@/site/present'],
}
exec { 'never':
  command => 'false',
  unless  => 'true',
}
