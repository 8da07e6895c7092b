file { '/srv/basic':
  ensure => directory,
  mode   => '0750',
}
file { '/srv/basic/text':
  content => "text\n",
  owner   => 'daemon',
}
