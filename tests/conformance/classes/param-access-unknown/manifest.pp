# extra
notify { 'b': message => Notify['zz']['message'] }
