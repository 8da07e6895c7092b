include web::client
