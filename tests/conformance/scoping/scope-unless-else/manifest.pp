# A variable set in the else of unless
unless true { $y = 1 } else { $y = 2 }
notify { 'r': message => $y }
