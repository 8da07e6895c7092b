concat_file { 'f': path => '/tmp/case/root/f', tag => 'f', mode => '0640' }
concat_fragment { 'one': target => '/tmp/case/root/f', tag => 'f', content => "1\n", order => '10' }
concat_fragment { 'two': target => '/tmp/case/root/f', tag => 'f', content => "2\n", order => '05' }
