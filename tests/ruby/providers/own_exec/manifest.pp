own_exec { '/bin/echo hi': }
own_exec { 'echo $A $B': path => ['/bin', '/usr/bin'], environment => ['A=1', 'B=two words', 'bad', 'A=again', 'C='] }
own_exec { '/bin/sh -c "exit 3"': cwd => '/usr' }
own_exec { '/no/such/thing': }
own_exec { '/bin/sleep 20': timeout => 0.3 }
own_exec { '/bin/sh -c "nonexistent-command"': }
