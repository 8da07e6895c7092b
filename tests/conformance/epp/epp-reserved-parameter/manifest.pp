# A parameter may not be called as a reserved variable
notify { 'r': message => inline_epp('<%- | $trusted | -%>x', { 'trusted' => 1 }) }
