class web { notify { 'r': message => "$role $port" }  include web::part }
