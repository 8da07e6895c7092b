class web::server(Integer $port) { }
