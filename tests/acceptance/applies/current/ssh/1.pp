class { 'ssh':
  storeconfigs_enabled => false,
  server_options       => {
    'Port'            => [2022, 2023],
    'ListenAddress'   => ['127.0.0.1'],
    'PermitRootLogin' => false,
    'Match User www'  => {
      'ChrootDirectory'    => '%h',
      'AllowTcpForwarding' => 'no',
    },
  },
  client_options       => {
    'Host *.example.com' => { 'User' => 'alice', 'ForwardAgent' => true },
  },
}
ssh::server::match_block { 'sftp':
  type    => 'Group',
  options => { 'ForceCommand' => 'internal-sftp', 'X11Forwarding' => 'no' },
}
