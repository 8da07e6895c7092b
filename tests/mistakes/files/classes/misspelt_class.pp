include web::servr
