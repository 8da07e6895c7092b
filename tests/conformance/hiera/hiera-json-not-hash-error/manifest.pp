# A JSON file that holds a list is of a wrong type
notify { 'r': message => lookup('a', undef, undef, 'd') }
