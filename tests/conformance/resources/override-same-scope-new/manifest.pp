# extra
notify { 'n': }
Notify['n'] { message => 'y' }
