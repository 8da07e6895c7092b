own_values { 'a': ensure => running, status => 'stopped', mode => auto, flag => true }
own_values { 'b': ensure => true, status => 'running', mode => 'manual' }
own_values { 'c': ensure => 'v12', status => 'v11' }
own_values { 'd': ensure => stopped, status => 'stopped', mode => 'customised', flag => 'true' }
own_values { 'e': ensure => false, status => 'running' }
