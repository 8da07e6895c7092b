# Escapes of single quotes
notify { 'r': message => ['a\\b', 'a\'b', 'a\nb', 'a\$b'] }
