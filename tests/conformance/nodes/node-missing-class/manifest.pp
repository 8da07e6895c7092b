# The fault of a missing node comes after that of the code at the top
notice('top')
node 'a' { }
