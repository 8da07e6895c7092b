keystone_role { 'admin': ensure => present }
keystone_role { 'member': ensure => present }
keystone_role { 'old': ensure => absent }
keystone_service { 'nova::compute': ensure => present, description => 'Compute' }
keystone_service { 'glance': type => 'image', ensure => present, description => 'Image' }
keystone_domain { 'heat': ensure => present, enabled => true }
keystone_domain { 'new': ensure => present, description => 'n' }
keystone_tenant { 'services': ensure => present, enabled => true, description => 'all' }
keystone_user { 'nova': ensure => present, email => 'new@x', enabled => true }
keystone_user { 'fresh': ensure => present, password => 'secret', email => 'f@x' }
