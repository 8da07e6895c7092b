# A variable set in an option is there after it
case 1 { 1: { $y = 1 } }
notify { 'r': message => $y }
