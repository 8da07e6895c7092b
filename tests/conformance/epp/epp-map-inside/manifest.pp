# Text inside a block that gives a value is printed where it stands
notify { 'r': message => inline_epp('<% $y = [1, 2].map |$x| { %>t<%= $x %><% $x * 2 } %>=<%= $y %>') }
