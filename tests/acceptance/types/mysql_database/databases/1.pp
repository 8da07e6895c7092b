mysql_database { 'app': ensure => present, charset => 'utf8mb4', collate => 'utf8mb4_general_ci' }
mysql_database { 'with space': ensure => present, charset => 'latin1', collate => 'latin1_swedish_ci' }
mysql_database { 'gone': ensure => absent }
