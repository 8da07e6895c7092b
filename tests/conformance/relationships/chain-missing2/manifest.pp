# extra
notify { 'a': }
Notify['nope'] -> Notify['a']
