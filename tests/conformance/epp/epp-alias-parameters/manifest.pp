# Parameters may have the types of modules
notify { 'r': message => epp('m/t.epp', { 'p' => 70000 }) }
