own_package { 'one': ensure => present }
own_package { 'two': ensure => '3.0' }
own_package { 'three': ensure => present, options => ['-x', { '--b' => '1', '--a' => '2' }] }
own_package { 'four': ensure => absent }
own_package { 'five': ensure => absent }
