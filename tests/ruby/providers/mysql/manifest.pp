mysql_database { 'new': ensure => present, charset => 'utf8', collate => 'utf8_general_ci' }
mysql_database { 'keep': ensure => present, charset => 'utf8', collate => 'utf8_general_ci' }
mysql_database { 'wrong': ensure => present, charset => 'utf8', collate => 'utf8_general_ci' }
mysql_database { 'old': ensure => absent }
mysql_user { 'bob@%': ensure => present, password_hash => '*CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC' }
mysql_user { 'alice@localhost': ensure => present, password_hash => '*DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD', max_user_connections => '5' }
mysql_user { 'olduser@localhost': ensure => absent }
mysql_grant { 'bob@%/keep.*': ensure => present, user => 'bob@%', table => 'keep.*', privileges => ['SELECT', 'UPDATE'] }
mysql_grant { 'alice@localhost/new.*': ensure => present, user => 'alice@localhost', table => 'new.*', privileges => ['ALL'], options => ['GRANT'] }
mysql_plugin { 'auth_pam': ensure => present, soname => 'auth_pam.so' }
mysql_plugin { 'auth_socket': ensure => absent }
