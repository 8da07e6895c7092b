own_suit { 'a': ensure => present, provider => fact_yes }
own_suit { 'b': ensure => present, provider => fact_no }
own_suit { 'c': ensure => present, provider => commands_no }
own_suit { 'd': ensure => present }
