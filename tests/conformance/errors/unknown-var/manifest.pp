# extra
notify { 'a': message => "$nosuch ${a::b} $::c" }
