# Arguments of the part of a URI are ignored
notify { 'r': message => [URI('http://h').host(1)] }
