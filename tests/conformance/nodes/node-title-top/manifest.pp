# The code at the top and a node block have names of their own
notify { 't': message => [$name, $title] }
node default { notify { 'r': message => [$name, $title] } }
