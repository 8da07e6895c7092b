# hash takes keys that are strings
notify { 'r': message => lookup('a', Any, 'hash') }
