# a parameter of a wrong type
notify { 'r': message => epp('m/t.epp', {'n' => 'x'}) }
