# A required parameter is missed when nothing is given
notify { 'r': message => inline_epp('<%- | $p | -%>x') }
