own_default { 'a': ensure => present, which => 'x' }
own_default { 'b': ensure => present, which => 'x', provider => plain }
