mailalias { 'webmaster':
  ensure    => present,
  recipient => ['bob@example.com', '|/usr/bin/sort -u', 'alice'],
}
mailalias { 'postmaster':
  recipient => 'alice',
}
mailalias { 'a list':
  name => 'all',
  file => '/etc/mail/all',
}
mailalias { 'old':
  ensure => absent,
}
mailalias { 'moved':
  target => '/etc/aliases.more',
}
