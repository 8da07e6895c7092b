user { 'kim': ensure => present, purge_ssh_keys => true }
ssh_authorized_key { 'kept': user => 'kim', type => 'ed25519', key => 'CCCC' }
