own_lines { 'one': value => '2', provider => parsed, target => '/tmp/case/root/lines' }
own_lines { 'two': ensure => absent, provider => parsed, target => '/tmp/case/root/lines' }
own_lines { 'new': value => 'v', comment => 'c', provider => parsed, target => '/tmp/case/root/lines' }
own_lines { 'same': value => '1', provider => parsed, target => '/tmp/case/root/lines' }
own_lines { 'novalue': provider => parsed, target => '/tmp/case/root/lines' }
own_lines { 'elsewhere': value => 'x', provider => parsed, target => '/tmp/case/root/lines2' }
own_lines { 'missing': value => 'x', provider => parsed, target => '/no/such/directory/lines' }
