# extra
notify { ['a','a']: }
