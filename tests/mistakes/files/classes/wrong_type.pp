class { 'web::server': port => '80' }
