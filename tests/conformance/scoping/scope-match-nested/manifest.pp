# An inner match hides the outer one, and is gone after its branch
if 'abc' =~ /(b)/ { if 'xyz' =~ /(y)/ { notify { 'in': message => $1 } }  notify { 'out': message => $1 } }
