# A value of ensure that matches a pattern
phased { 'old': ensure => 'v2' }
phased { 'gone': ensure => 'v2' }
