package { 'judge-gem':
  ensure            => absent,
  provider          => gem,
  uninstall_options => ['--ignore-dependencies'],
}
