# A way into a string
notify { 'r': message => lookup('a.b') }
