class { 'sudo':
  purge               => false,
  config_file_replace => false,
}
sudo::conf { 'web':
  priority => 10,
  content  => 'www-data ALL=(root) NOPASSWD: /bin/systemctl reload apache2',
}
