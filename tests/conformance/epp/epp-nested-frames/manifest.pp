# A template inside a template keeps its own text
notify { 'r': message => inline_epp('1<% $x = inline_epp("in<%= 2 %>") %>3<%= $x %>4') }
