# extra
notify { ['a','b']: }
Notify['a'] -> Integer
