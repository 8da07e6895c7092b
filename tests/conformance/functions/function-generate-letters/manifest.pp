# generate refuses strange letters
notify { 'r': message => generate('/bin/ec ho') }
