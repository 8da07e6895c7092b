# Arguments that fit no signature
notify { 'r': message => lookup('a', 'notatype', 5) }
