# extra
node 'x' { }
node 'x' { }
