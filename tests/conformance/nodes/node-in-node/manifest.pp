# A node block in a node block is refused
node 'a' { node 'b' { } }
