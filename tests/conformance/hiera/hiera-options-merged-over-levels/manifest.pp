# options of several levels are merged as hashes, the first counts
notify { 'r': message => [lookup('h'), lookup('l')] }
