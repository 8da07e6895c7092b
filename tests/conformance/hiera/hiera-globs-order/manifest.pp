# files of a glob count in the order of their names; braces and ** work
notify { 'r': message => lookup('l', Array, 'unique') }
