own_alone { 'new': ensure => present, there => 'no', size => 6, weight => 7 }
own_alone { 'old': ensure => present, there => 'yes', size => 6, weight => 7 }
own_alone { 'gone': ensure => absent, there => 'yes' }
own_alone { 'same': ensure => present, there => 'yes', size => 5 }
