rabbitmq_erlang_cookie { '/srv/rabbit/cookie':
  content        => 'NEWCOOKIE',
  force          => true,
  rabbitmq_user  => 'daemon',
  rabbitmq_group => 'daemon',
  rabbitmq_home  => '/srv/rabbit',
  service_name   => 'rabbitmq-server',
}
