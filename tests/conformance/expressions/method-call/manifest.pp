# extra
notify { "r": message => ["abc".upcase, [1,2].map |$x| { $x }, 5.with |$x| { $x + 1 }] }
