# A node named default in quotes is the default block
node 'default' { notify { 'd': } }
