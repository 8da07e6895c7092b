ssh_authorized_key { 'kim@laptop': user => 'kim', type => 'ed25519', key => 'AAAAB4' }
ssh_authorized_key { 'two words': ensure => absent, user => 'lee' }
ssh_authorized_key { 'elsewhere': user => 'lee', type => 'ecdsa-sk', key => 'EEEE', target => '/home/lee/keys', options => ['restrict', 'from="10.*"'] }
