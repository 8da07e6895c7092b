file { '/srv/first':
  content => 'first',
}
~> anchor { 'middle':
}
~> exec { '/bin/touch /srv/last':
  refreshonly => true,
}
