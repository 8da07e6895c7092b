class web::part { notify { 'part': message => "$role $::role." } }
