# extra
next(1)
notify { 'a': }
