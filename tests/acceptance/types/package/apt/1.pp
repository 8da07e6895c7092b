package { 'judge-a':
  ensure => '1.0-1',
}
package { 'judge-virtual':
  ensure        => installed,
  allow_virtual => true,
}
package { 'the one with an epoch':
  name            => 'judge-c',
  ensure          => '1:0.5-1',
  install_options => ['--no-install-recommends', { '-o=APT::Color' => '0' }],
  configfiles     => replace,
  allowcdrom      => true,
}
