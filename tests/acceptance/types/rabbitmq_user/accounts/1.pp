rabbitmq_vhost { ['app', 'other']: ensure => present }
rabbitmq_user { 'dan': password => 'a secret', tags => ['monitoring', 'policymaker'] }
rabbitmq_user { 'boss': password => 'boss', admin => true }
rabbitmq_user { 'nobody': ensure => absent }
rabbitmq_user_permissions { 'dan@app': configure_permission => '^a\.b', read_permission => '.*', write_permission => '' }
rabbitmq_user_permissions { 'boss@app': read_permission => '.*' }
rabbitmq_policy { 'ttl@app':
  pattern => '^tmp\.', priority => 3, applyto => 'queues', definition => { 'message-ttl' => '60000', 'max-length' => '5' },
}
rabbitmq_policy { 'ha@app': pattern => '.*', definition => { 'ha-mode' => 'exactly', 'ha-params' => '2' } }
rabbitmq_plugin { 'rabbitmq_shovel': ensure => present }
-> rabbitmq_parameter { 'copy@app':
  component_name => 'shovel',
  value          => { 'src-uri' => 'amqp://', 'src-queue' => 'a', 'dest-uri' => 'amqp://', 'dest-queue' => 'b', 'src-prefetch-count' => '10' },
}
