# All that is wrong with the parameters is told at once
notify { 'r': message => inline_epp('<%- | Integer $p, $q | -%>x', { 'p' => 's', 'z' => 1 }) }
