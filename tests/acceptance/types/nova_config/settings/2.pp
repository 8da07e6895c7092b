nova_config { 'DEFAULT/driver':
  value => 'one',
}
nova_config { 'DEFAULT/debug':
  value             => 'none',
  ensure_absent_val => 'none',
}
