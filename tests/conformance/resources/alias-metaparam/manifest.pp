# extra
notify { 'a': alias => 'b' }
notify { 'c': require => Notify['b'] }
Notify['b'] -> Notify['c']
