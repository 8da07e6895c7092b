# A date is refused, as are all classes of Ruby
notify { 'r': message => lookup('x', undef, undef, 'd') }
