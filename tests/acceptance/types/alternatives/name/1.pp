alternatives { 'judge':
  path => '/opt/judge/one',
}
