alternatives { 'judge':
  mode => auto,
}
