# Values of ensure that are the type's own
phased { 'x': ensure => running }
phased { 'up': ensure => stopped }
phased { 'y': ensure => stopped }
