# Symbols that are keys are strings
notify { 'r': message => lookup('k') }
