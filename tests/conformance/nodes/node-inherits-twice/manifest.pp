# Each inheritance is an error of its own
node 'n' inherits a { }
node 'm' inherits default { }
