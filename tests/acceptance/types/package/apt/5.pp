package { ['judge-a', 'judge-b']:
  ensure => purged,
}
package { 'judge-c':
  ensure => absent,
}
package { 'judge-nothing':
  ensure => absent,
}
