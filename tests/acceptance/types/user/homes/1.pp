user { 'settled': managehome => true, ensure => present }
user { 'placed': managehome => true, home => '/srv/placed', ensure => present }
user { 'roving': home => '/srv/roving', ensure => present }
