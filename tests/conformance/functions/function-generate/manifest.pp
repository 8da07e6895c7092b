# generate gives what a program prints
notify { 'r': message => [
  generate('/bin/echo', 'a', 1, [2, 'c']),
  generate('/bin/echo'),
] }
