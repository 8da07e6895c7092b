# A node block has no parameters
node 'n'($x) { }
