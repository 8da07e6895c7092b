# A variable set in a lambda is gone after it
[1].each |$e| { $y = $e }
notify { 'r': message => "<$y>" }
