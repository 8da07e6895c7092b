# The name and title of a regex block
node /^we?b/ { notify { 'r': message => [$name, $title] } }
