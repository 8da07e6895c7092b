mysql_user { ['app@localhost', 'other user@%', 'boss@%']: ensure => present }
mysql_grant { 'app@localhost/*.*':
  ensure => present, user => 'app@localhost', table => '*.*', privileges => ['PROCESS', 'reload'], options => ['GRANT'],
}
mysql_grant { 'app@localhost/test.*':
  ensure => present, user => 'app@localhost', table => 'test.*', privileges => ['SELECT', 'INSERT', 'update'],
}
mysql_grant { 'other user@%/mysql.proc':
  ensure => present, user => 'other user@%', table => 'mysql.proc', privileges => ['SELECT (name, db)', 'DELETE'],
}
mysql_grant { 'other user@%/my\_app.*':
  ensure => present, user => 'other user@%', table => 'my\_app.*', privileges => ['ALL'], options => ['NONE'],
}
mysql_grant { 'boss@%/gone.*':
  ensure => absent, user => 'boss@%', table => 'gone.*', privileges => ['ALL'],
}
