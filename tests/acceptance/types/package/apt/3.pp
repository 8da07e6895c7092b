package { 'judge-a':
  ensure => latest,
  mark   => hold,
}
package { 'judge-b':
  ensure => installed,
  mark   => none,
}
