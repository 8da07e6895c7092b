# lookup_options is no key
notify { 'r': message => [lookup('lookup_options', undef, undef, 'd'), lookup('lookup_options.a', undef, undef, 'e')] }
