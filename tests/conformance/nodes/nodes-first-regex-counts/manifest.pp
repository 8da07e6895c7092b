# the first regex that fits counts
node /example/ { notify { 'first': } }
node /node1/ { notify { 'second': } }
node default { notify { 'default': } }
