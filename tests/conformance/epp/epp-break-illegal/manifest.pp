# break without an iteration is an error in the template
notify { 'r': message => inline_epp('a<% break() %>b') }
