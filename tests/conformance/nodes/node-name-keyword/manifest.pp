# A keyword is no name of a node
node class { }
