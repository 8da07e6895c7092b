# defaults that use earlier parameters
notify { 'r': message => epp('m/t.epp', {'n' => 5}) }
