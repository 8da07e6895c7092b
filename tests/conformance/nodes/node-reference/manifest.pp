# A reference to a node
node 'web' { notify { 'r': require => Node['web'] } }
