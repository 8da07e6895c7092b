package { 'judge-pip':
  ensure          => '>=1.1 <1.5',
  provider        => pip3,
  install_options => ['--no-index', { '--find-links' => '/srv/index' }],
}
