# a loop with text inside
notify { 'r': message => epp('m/t.epp') }
