# case and unless between texts
notify { 'r': message => epp('m/t.epp') }
