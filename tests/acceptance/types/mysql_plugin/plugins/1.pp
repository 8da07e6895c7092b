mysql_plugin { 'simple_password_check': ensure => present }
mysql_plugin { 'SERVER_AUDIT': ensure => present, soname => 'server_audit.so' }
mysql_plugin { 'ed25519': ensure => absent }
