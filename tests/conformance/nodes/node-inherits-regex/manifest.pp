# A node can not inherit from a regex
node 'n' inherits /x/ { }
