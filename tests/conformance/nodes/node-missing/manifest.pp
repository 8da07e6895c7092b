# Without a block for it or a default a node has no catalog
node 'a' { }
node /^b/ { }
