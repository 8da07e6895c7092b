# extra
node 'a', 'b', /^node1/ { notify { 'rx': message => $0 } }
node default { notify { 'def': } }
