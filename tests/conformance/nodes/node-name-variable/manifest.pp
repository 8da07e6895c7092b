# A variable is no name of a node
node $x { }
