# extra
if "a" =~ /(x)/ { } elsif "b" =~ /(b)/ { notify { "r": message => $1 } } else { }
