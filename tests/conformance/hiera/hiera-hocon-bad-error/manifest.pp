# A file that is not HOCON
notify { 'r': message => lookup('a') }
