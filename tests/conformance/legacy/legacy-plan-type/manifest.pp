# Plan as a type
notify { 'r': message => Plan }
