mysql_grant { 'app@localhost/*.*':
  ensure => present, user => 'app@localhost', table => '*.*', privileges => ['PROCESS', 'SHOW DATABASES'], options => ['GRANT'],
}
mysql_grant { 'app@localhost/test.*':
  ensure => absent, user => 'app@localhost', table => 'test.*', privileges => ['SELECT'],
}
mysql_grant { 'other user@%/mysql.proc':
  ensure => present, user => 'other user@%', table => 'mysql.proc', privileges => ['SELECT'],
}
mysql_grant { 'other user@%/my\_app.*':
  ensure => present, user => 'other user@%', table => 'my\_app.*', privileges => ['ALL'], options => ['GRANT'],
}
