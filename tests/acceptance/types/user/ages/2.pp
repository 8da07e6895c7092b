user { 'aged':
  password           => Sensitive('!'),
  password_min_age   => 0,
  password_max_age   => -1,
  password_warn_days => '-1',
  expiry             => absent,
}
user { 'secret': password => '*', expiry => '1970-01-01', password_max_age => 99999 }
