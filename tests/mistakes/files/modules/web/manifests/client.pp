class web::clients { }
