nova_config { 'DEFAULT/debug':
  value => true,
}
nova_config { 'DEFAULT/host':
  ensure => present,
  value  => ' node1 ',
  secret => true,
}
nova_config { 'DEFAULT/driver':
  value => ['two', 'three'],
}
nova_config { 'api/x':
  value => '<SERVICE DEFAULT>',
}
nova_config { 'new section/flags':
  value             => ['a', 'b'],
  ensure_absent_val => 'none',
}
nova_config { 'DEFAULT/old':
  ensure => absent,
}
nova_config { 'DEFAULT/as_it_is':
  value => '<_IMMUTABLE_>',
}
