file_capability { '/opt/judge one': capability => 'cap_net_raw+p' }
file_capability { '/opt/judge two': capability => 'CAP_NET_ADMIN,cap_net_raw=eip' }
file_capability { '/opt/judge three': capability => 'cap_chown=' }
