# generate fails with the program
notify { 'r': message => generate('/bin/false', 'x') }
