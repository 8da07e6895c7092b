# While ensure is out of sync nothing else is changed
phased { 'x': ensure => running, color => 'red', label => 'l' }
phased { 'up': ensure => running, color => 'red', label => 'l' }
