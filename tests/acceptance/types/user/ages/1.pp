user { 'aged':
  ensure             => present,
  password           => '$6$salt$one',
  password_min_age   => 1,
  password_max_age   => '90',
  password_warn_days => 5,
  expiry             => '2032-02-29',
}
user { 'secret': password => Sensitive('$6$salt$two'), expiry => absent }
