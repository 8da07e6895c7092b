file { '/etc/app/conf':
  content => "colour = red\nsize = 2\n",
}
