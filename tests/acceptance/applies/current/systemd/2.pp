class { 'systemd':
  manage_journald   => true,
  journald_settings => { 'Storage' => 'volatile', 'MaxRetentionSec' => { 'ensure' => 'absent' } },
  manage_logind     => false,
  manage_resolved   => false,
  manage_networkd   => false,
  manage_timesyncd  => false,
}
systemd::unit_file { 'greeter.service':
  content => "[Service]\nType=oneshot\nExecStart=/bin/true\nRemainAfterExit=yes\n[Install]\nWantedBy=multi-user.target\n",
  enable  => true,
  active  => true,
}
systemd::dropin_file { 'limits.conf':
  unit    => 'greeter.service',
  content => "[Service]\nLimitNOFILE=1000\n",
}
systemd::timer { 'greeter-again.timer':
  timer_content   => "[Timer]\nOnCalendar=weekly\n[Install]\nWantedBy=timers.target\n",
  service_content => "[Service]\nType=oneshot\nExecStart=/bin/true\n",
  active          => true,
  enable          => true,
}
