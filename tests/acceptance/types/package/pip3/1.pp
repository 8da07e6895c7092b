package { 'judge-pip':
  ensure          => '1.0',
  provider        => pip3,
  install_options => ['--no-index', { '--find-links' => '/srv/index' }],
}
