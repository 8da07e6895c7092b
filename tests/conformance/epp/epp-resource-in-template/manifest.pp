# A template may declare resources
notify { 'r': message => inline_epp('x<% notify { "t": } %>y') }
