# Plain scalars are what Psych makes of them
notify { 'r': message => lookup('all') }
