package { ['hello', 'sl']:
  ensure => purged,
}
package { 'cowsay':
  ensure => absent,
}
