# Version 4 knows yaml, json and hocon
notify { 'r': message => lookup('a', undef, undef, 'd') }
