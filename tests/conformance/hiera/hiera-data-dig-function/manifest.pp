# A data_dig function gets all segments
notify { 'r': message => [lookup('a.b.0'), lookup('a'), lookup('x.y', undef, undef, 'd')] }
