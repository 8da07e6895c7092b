# generate refuses to go up
notify { 'r': message => generate('/bin/../bin/echo') }
