# Anchors, aliases and merge keys
notify { 'r': message => [lookup('c'), lookup('d'), lookup('e')] }
