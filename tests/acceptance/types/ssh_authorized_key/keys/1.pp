ssh_authorized_key { 'kim@laptop': user => 'kim', type => 'rsa', key => 'AAAAB3', options => ['no-pty', 'command="a, b"'] }
ssh_authorized_key { 'gone@laptop': ensure => absent, user => 'kim' }
ssh_authorized_key { 'two words': user => 'lee', type => 'ed25519', key => 'CCCC', options => 'cert-authority' }
ssh_authorized_key { 'elsewhere': user => 'lee', type => 'ecdsa-sk', key => 'DDDD', target => '/home/lee/keys' }
ssh_authorized_key { 'never there': ensure => absent, user => 'lee' }
