# A state that can't be reached fails the resource
phased { 'x': ensure => running, color => 'empty' }
-> notify { 'after': }
