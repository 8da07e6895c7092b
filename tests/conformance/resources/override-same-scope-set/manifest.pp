# extra
notify { 'n': message => 'a' }
Notify['n'] { message => 'y' }
