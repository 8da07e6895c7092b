# An unknown variable in a template warns and prints nothing
notify { 'r': message => inline_epp('[<%= $nosuch %>]') }
