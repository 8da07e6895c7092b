# A change that makes a refresh pointless takes it back
phased { 'old': ensure => stopped }
~> phased { 'x': ensure => running }
phased { 'z': ensure => running } ~> phased { 'up': color => 'red' }
