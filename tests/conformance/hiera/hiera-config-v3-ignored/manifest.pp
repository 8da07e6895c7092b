# Version 3 does not count in an environment
notify { 'r': message => lookup('a', undef, undef, 'd') }
