# extra
node 'other' { }
