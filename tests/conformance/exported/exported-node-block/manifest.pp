# A collector in a node block; the catalog of another node's resources keeps its order
node default { Notify <<| |>> notify { 'after': } }
