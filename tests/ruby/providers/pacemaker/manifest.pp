service { 'apache': ensure => running, enable => true, provider => pacemaker }
service { 'mysql': ensure => running, provider => pacemaker }
service { 'haproxy': ensure => stopped, provider => pacemaker }
service { 'vip': ensure => running, enable => true, provider => pacemaker }
service { 'nothing': ensure => running, provider => pacemaker }
notify { 'changed': notify => Service['vip'] }
