# A default may use any parameter that was given, even a later one
notify { 'r': message => inline_epp('<%- | $a = $b, $b | -%><%= $a %>-<%= $b %>', { 'b' => 2 }) }
