own_hash { 'same': ensure => present, size => '1', color => 'red', list => ['a', 'b'] }
own_hash { 'differs': ensure => present, size => '2', list => ['b', 'a'] }
own_hash { 'new': ensure => present, size => '3', hint => 'h' }
own_hash { 'gone': ensure => absent }
own_hash { 'never': ensure => absent }
own_hash { 'partial': size => '9' }
