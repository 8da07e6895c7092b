file_line { 'a': path => '/tmp/case/root/f', line => 'four' }
file_line { 'b': path => '/tmp/case/root/f', line => 'three' }
file_line { 'c': path => '/tmp/case/root/f', line => 'two=3', match => '^two=', multiple => true }
file_line { 'd': path => '/tmp/case/root/f', ensure => absent, line => 'one' }
file_line { 'e': path => '/tmp/case/root/f', line => 'x=1', match => '^two', require => File_line['c'] }
file_line { 'g': path => '/tmp/case/root/missing', line => 'x' }
