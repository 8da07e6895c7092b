class { 'apt':
  purge     => { 'sources.list' => false, 'preferences.d' => true },
  update    => { 'frequency' => 'reluctantly' },
  proxy     => { 'ensure' => absent },
}

apt::conf { 'recommends':
  priority => 99,
  content  => "APT::Install-Recommends \"0\";\n",
}
apt::source { 'local':
  source_format => 'sources',
  location      => ['http://127.0.0.1:9/debian'],
  release       => ['stable'],
  repos         => ['main'],
  allow_unsigned => true,
}
apt::mark { 'bash': setting => 'hold' }
