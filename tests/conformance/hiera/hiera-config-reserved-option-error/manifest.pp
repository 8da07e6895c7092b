# Options that Puppet keeps for itself
notify { 'r': message => lookup('a', undef, undef, 'd') }
