# extra
notify { 'a': message => ['x', ['y']] }
