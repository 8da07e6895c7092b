postgresql_psql { 'DROP TABLE s.t':
  onlyif => "SELECT 1 FROM pg_tables WHERE tablename = 't' AND schemaname = 's'",
  db     => 'app',
}
-> postgresql_psql { 'CREATE TABLE there (a int)':
  unless      => "SELECT 1 FROM pg_tables WHERE tablename = 'there' AND schemaname = 's'",
  onlyif      => 'SELECT 1',
  db          => 'app',
  environment => 'PGOPTIONS=-c search_path=s',
  refreshonly => false,
}
