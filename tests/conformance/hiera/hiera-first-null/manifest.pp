# A null counts as found
notify { 'r': message => [lookup('n', undef, undef, 'd') =~ Undef, lookup(['none', 'n', 'y']) =~ Undef] }
