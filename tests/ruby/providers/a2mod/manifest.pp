a2mod { 'ssl': ensure => present }
a2mod { 'rewrite': ensure => present }
a2mod { 'old': ensure => absent }
