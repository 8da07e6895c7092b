resources { 'host':
  purge => true,
}
host { 'localhost':
  ip => '127.0.0.1',
}
