mysql_database { 'app': ensure => present, charset => 'utf8mb4', collate => 'utf8mb4_bin' }
mysql_database { 'with space': ensure => absent }
