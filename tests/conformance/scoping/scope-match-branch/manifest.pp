# Match variables end with their branch
if 'abc' =~ /(b)/ { notify { 'in': message => $1 } }
notify { 'out': message => "<$1>" }
