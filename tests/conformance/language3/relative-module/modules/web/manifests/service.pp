class web::service { require package  notify { 'service': } }
