# Blocks span text and see the last match
notify { 'r': message => inline_epp('<% if "abc" =~ /b(.)/ { %>[<%= $1 %>]<% } %><% [1, 2].each |$x| { %>(<%= $x %>)<% } %>') }
