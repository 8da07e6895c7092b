own_lines { 'one': value => 'abc', provider => regex, target => '/tmp/case/root/regex' }
own_lines { 'two': value => 'new', comment => 'why', provider => regex, target => '/tmp/case/root/regex' }
own_lines { 'three': value => 'v', provider => regex, target => '/tmp/case/root/regex.new' }
