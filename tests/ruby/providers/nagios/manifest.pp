nagios_host { 'one': address => '192.0.2.11', alias => 'first', contacts => ['a', 'b'], target => '/tmp/case/root/hosts.cfg' }
nagios_host { 'two': ensure => absent, target => '/tmp/case/root/hosts.cfg' }
nagios_host { 'three': address => '192.0.2.3', use => 'generic-host', notes => 'a;b', target => '/tmp/case/root/hosts.cfg' }
nagios_host { 'same': address => '192.0.2.4', target => '/tmp/case/root/hosts.cfg' }
nagios_service { 'ping': service_description => 'PING', host_name => 'one', check_command => 'check_ping!100', mode => '0640', owner => 'root', target => '/tmp/case/root/services.cfg' }
nagios_hostgroup { 'all': members => ['one', 'three'], register => 0, target => '/tmp/case/root/groups.cfg' }
nagios_command { 'check': command_line => '/usr/bin/check $ARG1$', target => '/etc/nagios/nagios_command.cfg' }
nagios_command { 'old': ensure => absent, target => '/etc/nagios/nagios_command.cfg' }
