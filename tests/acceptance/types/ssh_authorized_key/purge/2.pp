user { 'kim': ensure => present, home => '/home/kim', purge_ssh_keys => ['%h/.ssh/authorized_keys', '/home/kim/more'] }
