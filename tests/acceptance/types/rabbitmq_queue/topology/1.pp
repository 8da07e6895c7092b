rabbitmq_vhost { 'app': }
rabbitmq_user { 'dan': password => 'secret', tags => ['management'] }
rabbitmq_user_permissions { 'dan@app': configure_permission => '.*', read_permission => '.*', write_permission => '.*' }
Rabbitmq_exchange { user => 'dan', password => 'secret' }
Rabbitmq_queue { user => 'dan', password => 'secret' }
Rabbitmq_binding { user => 'dan', password => 'secret' }
rabbitmq_exchange { 'events@app': type => 'topic', durable => true, internal => false, auto_delete => false }
rabbitmq_exchange { 'more@app': type => 'direct', arguments => { 'alternate-exchange' => 'events' } }
rabbitmq_queue { 'mails@app': durable => true, auto_delete => false, arguments => { 'x-message-ttl' => 60000 } }
rabbitmq_binding { 'events@mails@app': destination_type => 'queue', routing_key => 'mail.#', arguments => {} }
rabbitmq_binding { 'events to more':
  source => 'more', destination => 'events', vhost => 'app', destination_type => 'exchange', routing_key => 'k', arguments => {},
}
