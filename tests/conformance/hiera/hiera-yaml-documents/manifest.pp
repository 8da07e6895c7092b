# Only the first document counts
notify { 'r': message => lookup('a') }
