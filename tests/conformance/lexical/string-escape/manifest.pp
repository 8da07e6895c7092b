# extra
notify { "r": message => ["a\tb\u{41}\$x", 'it\'s', "${facts['os']['name']}"] }
