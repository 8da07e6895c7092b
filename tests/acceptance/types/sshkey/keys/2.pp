sshkey { 'db': type => 'ssh-rsa', key => 'AAAA2', host_aliases => ['192.0.2.8'] }
sshkey { 'db@ssh-ed25519': ensure => absent }
sshkey { 'web@ssh-dss': key => 'CCCC', target => '/srv/known_hosts' }
sshkey { 'device': type => 'ed25519-sk', key => 'EEEE', target => '/srv/known_hosts' }
