# convert_to with a text that is no type
notify { 'r': message => lookup('a') }
