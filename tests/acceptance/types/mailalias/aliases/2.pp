mailalias { 'webmaster':
  recipient => ['alice', 'bob@example.com'],
}
mailalias { 'all':
  ensure => absent,
}
