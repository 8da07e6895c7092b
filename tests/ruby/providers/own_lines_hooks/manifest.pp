own_lines { 'adopted': value => 'cmd1', words => ['x'], provider => hooks, target => '/tmp/case/root/hooks' }
own_lines { 'named': value => 'cmd9', words => ['a', 'b'], provider => hooks, target => '/tmp/case/root/hooks' }
own_lines { 'fresh': value => 'cmd7', provider => hooks, target => '/tmp/case/root/hooks' }
