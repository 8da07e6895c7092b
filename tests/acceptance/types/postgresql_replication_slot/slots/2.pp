postgresql_replication_slot { 'standby_1': ensure => absent } postgresql_replication_slot { 'other': ensure => present }
