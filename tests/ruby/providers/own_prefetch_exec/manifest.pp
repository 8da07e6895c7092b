own_prefetch_exec { 'a': ensure => present }
own_prefetch_exec { 'b': ensure => present }
