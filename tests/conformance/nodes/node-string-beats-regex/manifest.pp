# A name beats a regex that comes first
node /.*/ { notify { 'r': } }
node 'a.b' { notify { 's': } }
