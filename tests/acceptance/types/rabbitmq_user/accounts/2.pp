rabbitmq_vhost { 'other': ensure => absent }
rabbitmq_user { 'dan': password => 'another secret', admin => true, tags => 'monitoring' }
rabbitmq_user { 'boss': ensure => absent }
rabbitmq_user_permissions { 'dan@app': ensure => absent }
rabbitmq_policy { 'ttl@app':
  pattern => '^tmp\.', priority => '4', applyto => 'exchanges', definition => { 'alternate-exchange' => 'x' },
}
rabbitmq_policy { 'ha@app': ensure => absent }
rabbitmq_parameter { 'copy@app': ensure => absent }
rabbitmq_plugin { 'rabbitmq_management': ensure => present, umask => '0027' }
