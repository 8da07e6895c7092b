# A bare word with a capital letter is no name of a node
node Web { }
