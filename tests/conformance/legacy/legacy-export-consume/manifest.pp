# export and consume are attributes that nobody knows
notify { 'x': export => Foo['a'] }
