# globs: order, alternatives, folders below
notify { 'r': message => [lookup('all', Any, 'unique'), lookup('deep', Any, 'unique')] }
