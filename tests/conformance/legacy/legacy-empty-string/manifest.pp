# The empty string is true
if '' { notify { 'true': } }
notify { 'r': message => [! '', '' and true, undef == ''] }
