# Tags of a node with dots in its name
node 'web.example.com' { notify { 'r': } }
