libvirtd_config { 'log_level':
  value => 1,
}
libvirtd_config { 'group':
  value => 'true',
  quote => true,
}
libvirtd_config { 'listen':
  value             => 'unset',
  ensure_absent_val => 'unset',
}
