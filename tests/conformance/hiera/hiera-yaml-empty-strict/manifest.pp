# An empty file is no fault even if strict
notify { 'r': message => lookup('x', undef, undef, 'd') }
