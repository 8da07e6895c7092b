# a node is defined once
node 'a' { }
node 'A' { }
