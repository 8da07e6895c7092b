# alias gives the value as it is
notify { 'r': message => lookup('a') }
