# Templates may be in folders
notify { 'r': message => epp('m/a/b/t.epp', { 'x' => [1, 2] }) }
