# extra
notify { ['a','b']: }
Notify['a'] -> 3
