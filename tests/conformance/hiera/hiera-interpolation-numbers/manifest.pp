# numbers and booleans become text
notify { 'r': message => lookup('a') }
