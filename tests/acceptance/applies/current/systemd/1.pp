class { 'systemd':
  manage_journald   => true,
  journald_settings => { 'Storage' => 'volatile', 'MaxRetentionSec' => '5day' },
  manage_logind     => false,
  manage_resolved   => false,
  manage_networkd   => false,
  manage_timesyncd  => false,
}
systemd::manage_unit { 'greeter.service':
  unit_entry    => { 'Description' => 'greets', 'After' => 'network.target' },
  service_entry => { 'Type' => 'oneshot', 'ExecStart' => '/bin/true', 'RemainAfterExit' => true },
  install_entry => { 'WantedBy' => 'multi-user.target' },
  enable        => true,
  active        => true,
}
systemd::tmpfile { 'greeter.conf':
  content => "d /run/greeter 0755 root root -\n",
}
