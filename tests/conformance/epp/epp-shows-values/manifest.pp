# how values are shown
notify { 'r': message => epp('m/t.epp') }
