# A variable set in a branch is there after it
if true { $y = 1 }
notify { 'r': message => $y }
