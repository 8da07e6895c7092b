rabbitmq_user { 'guest': ensure => absent }
rabbitmq_user { 'bob': ensure => present, password => 'p', admin => true, tags => ['monitoring'] }
rabbitmq_user { 'new': ensure => present, password => 'secret', tags => ['management'] }
rabbitmq_vhost { 'v': ensure => present }
rabbitmq_vhost { '/': ensure => present }
rabbitmq_vhost { 'old': ensure => absent }
rabbitmq_user_permissions { 'bob@/': configure_permission => '^x', read_permission => '.*', write_permission => '.*' }
rabbitmq_user_permissions { 'bob@v': ensure => present, configure_permission => '.*' }
rabbitmq_policy { 'ha@/': pattern => '.*', priority => 1, applyto => 'all', definition => { 'ha-mode' => 'all' } }
rabbitmq_plugin { 'rabbitmq_management': ensure => present }
rabbitmq_plugin { 'rabbitmq_stomp': ensure => present, umask => '0022' }
rabbitmq_parameter { 'documentumShovel@/': ensure => present, component_name => 'shovel', value => { 'src-queue' => 'my-queue' } }
