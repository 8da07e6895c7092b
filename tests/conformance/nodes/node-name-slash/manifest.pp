# A slash in a name is refused
node 'a/b' { }
node 'c d' { }
