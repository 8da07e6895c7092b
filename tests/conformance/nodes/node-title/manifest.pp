# The name and title of a node block
node 'web.x' { notify { 'r': message => [$name, $title, "<$module_name>"] } }
