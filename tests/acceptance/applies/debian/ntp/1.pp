# Debian's ntp is ntpsec. It has no servers, so the clock of this system is not set.
class { 'ntp':
  package_name => ['ntpsec'],
  service_name => 'ntpsec',
  config       => '/etc/ntpsec/ntp.conf',
  driftfile    => '/var/lib/ntpsec/ntp.drift',
  servers      => [],
  restrict     => ['default kod limited nomodify noquery', '127.0.0.1', '::1'],
}
