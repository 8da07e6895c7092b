# Underscores are allowed in names
node '_a.b_c' { notify { 'w': } }
