resources { 'mailalias':
  purge => true,
}
mailalias { 'root':
  recipient => 'alice',
}
