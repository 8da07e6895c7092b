# A default that uses a parameter that gets its value later is an error
notify { 'r': message => inline_epp('<%- | $a = $b, $b = 1 | -%><%= $a %>', {}) }
