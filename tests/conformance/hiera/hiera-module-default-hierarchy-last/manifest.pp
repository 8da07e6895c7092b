# default_hierarchy counts after all else, and is not merged with it
notify { 'r': message => [lookup('m::h', Hash, 'deep'), lookup('m::d', Hash, 'deep')] }
