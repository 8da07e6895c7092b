# yaml_data needs a path
notify { 'r': message => lookup('a', undef, undef, 'd') }
