# file names all that it looked for
notify { 'r': message => file('m/a', '/nosuch/b') }
