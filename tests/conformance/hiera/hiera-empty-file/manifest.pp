# an empty file of data, and one with a comment
notify { 'r': message => lookup('l', Array, 'unique') }
