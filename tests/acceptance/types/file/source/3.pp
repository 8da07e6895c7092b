# Owner and permissions of the source, used always or only on creation.
file { '/srv/like':
  source             => '/srv/from',
  recurse            => true,
  source_permissions => use,
}
file { '/srv/first':
  source             => '/srv/from/a',
  source_permissions => use_when_creating,
}
file { '/srv/to':
  ensure  => absent,
  recurse => true,
  force   => true,
}
