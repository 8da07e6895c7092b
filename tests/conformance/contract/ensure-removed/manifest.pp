# A resource that should not be there, and one that is not
phased { 'x': ensure => absent, color => 'red' }
phased { 'gone': ensure => absent, color => 'red' }
