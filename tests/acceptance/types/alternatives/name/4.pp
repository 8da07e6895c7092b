alternatives { 'judge':
  path => '/opt/judge/one',
  mode => manual,
}
