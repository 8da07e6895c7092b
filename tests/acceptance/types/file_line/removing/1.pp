File_line {
  ensure => absent,
  path   => '/srv/one',
}
file_line { 'each of it':
  line => 'a',
}
file_line { 'what matches':
  match             => '^b=',
  match_for_absence => true,
}
file_line { 'all that match':
  match             => '^c=',
  match_for_absence => true,
  multiple          => true,
}
file_line { 'not what matches':
  line  => 'd',
  match => '^e',
}
