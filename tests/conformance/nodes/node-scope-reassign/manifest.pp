# A variable of the node is set once
node default { $n = 1  $n = 2 }
