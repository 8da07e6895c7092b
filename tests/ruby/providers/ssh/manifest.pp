sshkey { 'host1': type => 'ssh-rsa', key => 'CCCC', host_aliases => ['alias1'], target => '/tmp/case/root/known' }
sshkey { 'host2': ensure => absent, type => 'ssh-ed25519', target => '/tmp/case/root/known' }
sshkey { 'host3': type => 'ssh-rsa', key => 'DDDD', target => '/tmp/case/root/known' }
ssh_authorized_key { 'bob@x': user => 'root', type => 'ssh-rsa', key => 'EEEE', options => ['no-pty', 'command="x"'] }
ssh_authorized_key { 'eve@x': user => 'root', type => 'ssh-rsa', key => 'FFFF', target => '/root/.ssh/more' }
