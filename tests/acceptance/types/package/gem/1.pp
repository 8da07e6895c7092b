package { 'judge-gem':
  ensure          => '1.0.0',
  provider        => gem,
  source          => 'file:///srv/gems/gems/judge-gem-1.0.0.gem',
  install_options => ['--force', '--local'],
}
