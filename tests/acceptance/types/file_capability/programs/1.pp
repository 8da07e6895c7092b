file_capability { '/opt/judge one': capability => 'cap_net_raw=ep' }
file_capability { '/opt/judge two': capability => 'cap_net_admin,cap_net_raw=eip' }
file_capability { '/opt/judge three': capability => ['cap_chown+p', 'cap_net_admin+ip'] }
file_capability { 'same': file => '/opt/judge four', capability => ['cap_net_raw=p', 'cap_chown=p'] }
file_capability { '/opt/nowhere': ensure => absent }
