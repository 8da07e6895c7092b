# default_hierarchy comes after all else and is not merged with it
notify { 'r': message => [lookup('m::a'), lookup('m::b'), lookup('m::l', Any, 'unique'), lookup('m::d')] }
