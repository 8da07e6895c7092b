# A small site: a folder, a file with a content, a command that is told of it.
file { '/etc/app':
  ensure => directory,
  mode   => '0750',
}
file { '/etc/app/conf':
  content => "colour = blue\n",
}
exec { '/bin/true':
  refreshonly => true,
  subscribe   => File['/etc/app/conf'],
}
notify { 'ready': }
