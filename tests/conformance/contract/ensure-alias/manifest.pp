# Another spelling of a value of ensure
phased { 'x': ensure => true }
phased { 'up': ensure => 'true' }
