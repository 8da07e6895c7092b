# extra
notify { 'a': }
notify { 'b': message => Notify['a']['nope'] }
