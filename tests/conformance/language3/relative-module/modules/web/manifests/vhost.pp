define web::vhost() { include web::package  notify { $name: } }
