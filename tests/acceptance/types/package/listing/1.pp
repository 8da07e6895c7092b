package { 'judge-a':
  ensure => installed,
  mark   => hold,
}
