Rabbitmq_exchange { user => 'dan', password => 'secret' }
Rabbitmq_queue { user => 'dan', password => 'secret' }
rabbitmq_binding { 'events to more':
  ensure => absent, source => 'more', destination => 'events', vhost => 'app', destination_type => 'exchange', routing_key => 'k',
  user => 'dan', password => 'secret',
}
-> rabbitmq_exchange { 'more@app': ensure => absent }
rabbitmq_queue { 'mails@app': ensure => absent }
