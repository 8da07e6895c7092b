# break ends the iteration around the call of the template
notify { 'r': message => [1, 2].map |$x| { if $x == 2 { inline_epp('<% break() %>') } else { inline_epp('<%= $x %>') } } }
