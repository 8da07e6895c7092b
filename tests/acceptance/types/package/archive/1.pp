package { ['hello', 'sl']:
  ensure => installed,
}
package { 'cowsay':
  ensure          => latest,
  install_options => ['--no-install-recommends'],
}
