# An empty parameter list takes no parameters
notify { 'r': message => inline_epp('<%- || -%>x', { 'p' => 1 }) }
