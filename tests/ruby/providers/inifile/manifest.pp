ini_setting { 'a': ensure => present, path => '/tmp/case/root/a.ini', section => 's', setting => 'one', value => '2' }
ini_setting { 'b': ensure => absent, path => '/tmp/case/root/a.ini', section => 's', setting => 'two' }
ini_setting { 'c': ensure => present, path => '/tmp/case/root/new.ini', section => 'n', setting => 'x', value => 'y' }
ini_setting { 'd': ensure => present, path => '/tmp/case/root/a.ini', section => 's', setting => 'same', value => '1' }
ini_subsetting { 'e': ensure => present, path => '/tmp/case/root/a.ini', section => 's', setting => 'opts', subsetting => '-Xmx', value => '512m' }
