# An Error prints without what it was not given
notify { 'r': message => String(Error.new('bc')) }
