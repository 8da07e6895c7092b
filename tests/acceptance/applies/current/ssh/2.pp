class { 'ssh::server':
  storeconfigs_enabled => false,
  options              => {
    'Port'          => 2022,
    'ListenAddress' => '127.0.0.1',
    'AcceptEnv'     => ['LANG', 'LC_*'],
    'UsePAM'        => 'yes',
    'PrintMotd'     => 'no',
  },
}
class { 'ssh::client':
  storeconfigs_enabled => false,
  options              => { 'HashKnownHosts' => 'no' },
}
ssh::server::host_key { 'ssh_host_ed25519_key':
  private_key_source => '/srv/key',
  public_key_source  => '/srv/key.pub',
}
