# Version 3 is a fault if strict
notify { 'r': message => lookup('a', undef, undef, 'd') }
