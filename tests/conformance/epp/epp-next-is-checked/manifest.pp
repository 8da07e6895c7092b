# next ends a template; its value must be text when parameters are checked
notify { 'r': message => inline_epp('a<% next(5) %>b') }
