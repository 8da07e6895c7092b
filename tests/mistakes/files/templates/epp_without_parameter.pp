notice(inline_epp('<%- | String $a | -%><%= $a %>'))
