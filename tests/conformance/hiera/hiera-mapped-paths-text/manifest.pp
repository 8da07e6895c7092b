# mapped_paths over a text
notify { 'r': message => lookup('l', Array, 'unique') }
