# A regex is tried on the shorter names too
node /^w+$/ { notify { 'regex': message => $0 } }
node default { notify { 'default': } }
