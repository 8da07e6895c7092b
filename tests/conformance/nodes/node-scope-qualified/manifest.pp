# A variable of a node has no qualified name
node 'web' { $n = 1  notify { 'r': message => "<$web::n> <$::n>" } }
