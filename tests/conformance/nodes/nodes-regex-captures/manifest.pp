# a regex of a node has captures in its body
node /^(node)(\d+)/ { notify { 'r': message => [$0, $1, $2] } }
