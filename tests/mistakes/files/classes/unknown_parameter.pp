class { 'web::server': prot => 80 }
