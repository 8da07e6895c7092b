# A template without a parameter list takes whatever is given
notify { 'r': message => inline_epp('<%= $a %>|<%= $b %>', { 'a' => 1, 'b' => 'x', 'c' => true }) }
