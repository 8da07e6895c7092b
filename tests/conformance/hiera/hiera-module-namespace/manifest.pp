# A module's data is for its own keys
include m
notify { 'r': message => [lookup('m::a'), lookup('other', undef, undef, 'd'), lookup('n::b', undef, undef, 'd')] }
