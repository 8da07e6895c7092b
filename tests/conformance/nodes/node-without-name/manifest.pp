# A node block without a name
node { }
