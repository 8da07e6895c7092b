# The node that is inherited from must be there
node default inherits 'nowhere' { }
