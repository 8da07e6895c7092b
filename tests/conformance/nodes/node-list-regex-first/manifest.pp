# The name that matched is that of the node in the catalog
node /a/, 'b', 'a.x' { notify { 'w': } }
