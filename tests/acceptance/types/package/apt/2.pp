package { 'judge-a':
  ensure => '>1.0-1 <2',
}
package { 'judge-b':
  mark => hold,
}
