# The suffix may be left out
notify { 'r': message => epp('m/t') }
