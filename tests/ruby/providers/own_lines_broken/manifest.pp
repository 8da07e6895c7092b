own_lines { 'one': value => 'abc', provider => regex, target => '/tmp/case/root/regex' }
