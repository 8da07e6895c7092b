class { 'sudo':
  purge => true,
}
sudo::conf { 'web':
  priority => 20,
  content  => ['www-data ALL=(root) NOPASSWD: /bin/systemctl reload apache2', 'Defaults:www-data !requiretty'],
}
sudo::conf { 'old':
  ensure => absent,
}
