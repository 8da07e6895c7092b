# A variable that is nowhere is undef, and nothing is said
notify { 'r': message => "<$nowhere>" }
if $nowhere { notify { 'no': } }
