# A file that is not JSON
notify { 'r': message => lookup('a') }
