# Strings that look like numbers are compared as numbers, and calculated with in silence
notify { 'r': message => ['10' > 9, 9 < '10', '10' > '9', '2' + '3', '2' * 3] }
