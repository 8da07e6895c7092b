# mapped_paths over an array, in its order
notify { 'r': message => lookup('l', Array, 'unique') }
