class { 'apt':
  purge  => { 'sources.list' => false, 'preferences.d' => true },
  update => { 'frequency' => 'reluctantly' },
}
apt::setting { 'conf-quiet':
  priority => 90,
  content  => "APT::Color \"0\";\n",
}
apt::pin { 'stable':
  packages => '*',
  release  => 'stable',
  priority => 600,
}
