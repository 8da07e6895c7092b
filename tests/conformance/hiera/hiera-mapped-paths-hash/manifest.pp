# mapped_paths over a hash binds key and value
notify { 'r': message => lookup('l', Array, 'unique') }
