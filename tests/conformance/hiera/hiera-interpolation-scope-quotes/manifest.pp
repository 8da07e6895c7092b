# quoted names with dots
notify { 'r': message => lookup('a') }
