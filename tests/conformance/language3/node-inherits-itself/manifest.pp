# Node blocks that inherit from each other are an error
node 'a' inherits 'b' { }
node 'b' inherits 'a' { }
