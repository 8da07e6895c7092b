node 'node1.example.com', 'agent.example.com' {
  include m
}

node 'node2.example.com' {
  class { 'm': greeting => 'good evening' }
}

node 'broken.example.com' {
  fail('no')
}

node default {
  notify { "default for ${trusted['certname']}": }
}
