# A small site: a directory, a file with content, a command that the file notifies.
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
