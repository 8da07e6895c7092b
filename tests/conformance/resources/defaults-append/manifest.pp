# extra
Notify { tag => 'a' }
notify { 'x': tag => 'b' }
notify { 'y': }
