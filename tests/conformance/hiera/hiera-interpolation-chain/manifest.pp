# lookup of lookup of lookup
notify { 'r': message => lookup('a') }
