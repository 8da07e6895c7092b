# Match variables of an option
case 'abc' { /(c)/: { notify { 'r': message => $1 } } default: { } }
notify { 's': message => "<$1>" }
