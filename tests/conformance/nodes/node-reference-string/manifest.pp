# A reference to a node as text, and whether it is defined
node 'web' { notify { 'r': message => [defined(Node['web']), defined(Node['db']), "${Node['web']}"] } }
