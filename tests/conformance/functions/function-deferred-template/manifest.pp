# templates take deferred calls as classes do
notify { 'r': message => inline_epp('<%- | Integer $a | -%><%= $a %>', { 'a' => Deferred('upcase', ['a']) }) }
