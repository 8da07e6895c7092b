# Debian's ntp is ntpsec. It asks no other machine: nothing sets this machine's clock.
class { 'ntp':
  package_name => ['ntpsec'],
  service_name => 'ntpsec',
  config       => '/etc/ntpsec/ntp.conf',
  driftfile    => '/var/lib/ntpsec/ntp.drift',
  servers      => [],
  restrict     => ['default kod limited nomodify noquery', '127.0.0.1', '::1'],
}
