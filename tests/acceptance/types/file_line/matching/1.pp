File_line {
  path => '/srv/one',
}
file_line { 'replaced':
  line  => 'a=2',
  match => '^a\s*=',
}
file_line { 'each replaced':
  line     => 'b = 3',
  match    => '^b\s',
  multiple => true,
}
file_line { 'good enough':
  line    => 'c=9',
  match   => '^c=',
  replace => false,
}
file_line { 'all of them':
  line                                  => 'd=2',
  match                                 => '^d=(?!3)',
  multiple                              => true,
  replace_all_matches_not_matching_line => true,
}
file_line { 'no match, behind e':
  line  => 'f=1',
  match => '^f=',
  after => '^e=',
}
