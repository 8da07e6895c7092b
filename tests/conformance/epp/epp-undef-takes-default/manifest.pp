# Undef for a parameter selects its default; without one the parameter is undef
notify { 'r': message => [inline_epp('<%- | $a = 1 | -%><%= $a %>', { 'a' => undef }), inline_epp('<%- | $a | -%>[<%= $a %>]', { 'a' => undef })] }
