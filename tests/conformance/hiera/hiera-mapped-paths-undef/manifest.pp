# mapped_paths over what is not there has no paths
notify { 'r': message => lookup('l', Array, 'unique', ['d']) }
