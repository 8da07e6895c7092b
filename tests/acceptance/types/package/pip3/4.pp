package { 'judge-pip':
  ensure   => absent,
  provider => pip3,
}
