sshkey { 'db': type => 'rsa', key => 'AAAA', host_aliases => ['db.example.com', '192.0.2.7', '2001:db8::7'] }
sshkey { 'db@ssh-ed25519': key => 'BBBB' }
sshkey { 'any title@dsa': name => 'web', key => 'CCCC', ensure => present }
sshkey { 'old': type => 'ssh-rsa', ensure => absent }
sshkey { 'old@ed25519': key => 'BBBBnew', host_aliases => 'new.example.com' }
sshkey { 'device': type => 'ed25519-sk', key => 'DDDD', target => '/srv/known_hosts' }
sshkey { 'gone@ecdsa-sha2-nistp521': ensure => absent }
