nova_config { 'DEFAULT/debug': value => true }
nova_config { 'DEFAULT/my_ip': value => '1' }
nova_config { 'DEFAULT/multi': value => ['b', 'c'] }
nova_config { 'database/connection': value => 'mysql://x', secret => true }
nova_config { 'new/section': value => 'v' }
nova_config { 'DEFAULT/gone': ensure => absent }
glance_api_paste_ini { 'filter:x/y': value => '1' }
keystone_config { 'token/provider': value => 'fernet' }
neutron_config { 'DEFAULT/none': value => '<SERVICE DEFAULT>' }
