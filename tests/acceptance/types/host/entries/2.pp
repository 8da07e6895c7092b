host { 'db.example.com':
  host_aliases => 'only',
  comment      => 'another',
}
host { 'changed':
  host_aliases => ['z', 'y'],
  comment      => 'back again',
}
host { ['plain', 'never-there']:
  ensure => absent,
}
