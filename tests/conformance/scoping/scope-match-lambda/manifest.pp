# Match variables reach into a lambda
if 'abc' =~ /(b)/ { [1].each |$x| { notify { 'r': message => $1 } } }
