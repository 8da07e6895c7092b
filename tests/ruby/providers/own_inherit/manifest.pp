own_inherit { 'base': ensure => present, provider => base }
own_inherit { 'child': ensure => present, provider => child, value => 'v' }
own_inherit { 'grandchild': ensure => present, provider => grandchild, value => 'v' }
own_inherit { 'cross': ensure => present, provider => cross }
own_inherit { 'there': ensure => present, provider => grandchild, value => 'v' }
own_inherit { 'gone': ensure => absent, provider => child }
