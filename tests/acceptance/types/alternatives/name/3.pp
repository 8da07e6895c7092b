alternatives { 'judge':
  mode => manual,
}
