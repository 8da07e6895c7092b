package { 'judge-gem':
  ensure   => '~> 1.2',
  provider => gem,
  source   => '/srv/gems/gems/judge-gem-1.2.0.gem',
}
