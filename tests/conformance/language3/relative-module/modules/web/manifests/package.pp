class web::package { notify { 'package': } }
