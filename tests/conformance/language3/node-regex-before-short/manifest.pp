# A regex that matches the whole name beats a shorter name
node 'www' { notify { 'short': } }
node /example/ { notify { 'regex': message => $0 } }
