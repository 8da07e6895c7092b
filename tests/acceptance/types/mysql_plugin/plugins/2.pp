mysql_plugin { 'simple_password_check': ensure => absent }
mysql_plugin { 'SERVER_AUDIT': ensure => absent }
mysql_plugin { 'ed25519': ensure => present, soname => 'auth_ed25519.so' }
