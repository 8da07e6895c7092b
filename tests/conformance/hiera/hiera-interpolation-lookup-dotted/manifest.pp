# lookup in a text digs
notify { 'r': message => lookup('a') }
