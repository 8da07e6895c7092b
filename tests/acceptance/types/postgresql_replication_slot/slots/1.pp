postgresql_replication_slot { 'standby_1': ensure => present }
postgresql_replication_slot { 'gone': ensure => absent }
