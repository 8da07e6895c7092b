# A list where a hash must be, if strict
notify { 'r': message => lookup('x', undef, undef, 'd') }
