# An unknown class in a node block
node 'n' { include nope }
