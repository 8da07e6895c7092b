Augeas {
  incl => '/etc/hosts',
  lens => 'Hosts.lns',
}
augeas { 'a name':
  changes => "set *[ipaddr = '192.0.2.7']/canonical db.example.com",
}
-> augeas { 'an entry':
  context   => '/files/etc/hosts',
  changes   => [
    'set 01/ipaddr 192.0.2.9',
    'set 01/canonical "new"',
    "set 01/alias[1] 'n1'",
    'rm *[ipaddr = "192.0.2.7"]/alias',
  ],
  onlyif    => 'match *[ipaddr = "192.0.2.9"] size == 0',
  show_diff => false,
}
augeas { 'not now':
  changes => 'rm 1',
  onlyif  => "values */canonical include 'nobody'",
}
augeas { 'elsewhere':
  root       => '/srv/root',
  changes    => ['ins alias after 1/canonical', 'set 1/alias[1] here', 'clear 9', 'rm 9'],
  onlyif     => 'match 1/alias size == 0',
  type_check => false,
}
augeas { 'another file':
  incl    => '/srv/sshd_config',
  lens    => 'Sshd.lns',
  changes => [
    'defvar config /files/srv/sshd_config',
    'set $config/PermitRootLogin no',
    'touch $config/PermitRootLogin',
    'mv $config/PermitRootLogin $config/PermitEmptyPasswords',
    'rename $config/PermitEmptyPasswords PermitRootLogin',
  ],
}
