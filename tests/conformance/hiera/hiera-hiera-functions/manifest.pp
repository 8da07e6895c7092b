# hiera and its like: defaults, blocks, arrays of arguments
notify { 'r': message => [hiera('a'), hiera('x', 'd'), hiera('x', undef) =~ Undef, hiera('x') |$k| { "no ${k}" }, hiera_array('l'), hiera_hash('h'), hiera_array('a')] }
