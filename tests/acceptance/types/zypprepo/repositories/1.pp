zypprepo { 'tools':
  ensure       => present,
  descr        => 'Tools of our own',
  baseurl      => 'https://mirror.example.com/tools cd:///?devices=/dev/sr0',
  mirrorlist   => 'http://mirror.example.com/list',
  path         => '/',
  enabled      => 1,
  gpgcheck     => 'no',
  repo_gpgcheck => 'yes',
  pkg_gpgcheck => 'false',
  gpgkey       => 'https://mirror.example.com/KEY',
  priority     => '-5',
  autorefresh  => '1',
  keeppackages => '0',
  type         => 'rpm-md',
}
zypprepo { 'one': ensure => present, enabled => '0', descr => 'First' }
zypprepo { 'two': ensure => present, path => absent }
zypprepo { 'alone': ensure => absent }
zypprepo { 'never': ensure => absent }
