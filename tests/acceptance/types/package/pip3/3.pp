package { 'judge-pip':
  ensure          => latest,
  provider        => pip3,
  install_options => ['--no-index', { '--find-links' => '/srv/index' }],
}
