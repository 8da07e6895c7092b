# An empty node block
node default { }
