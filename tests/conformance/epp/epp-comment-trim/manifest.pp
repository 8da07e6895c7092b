# comments and their trimming
notify { 'r': message => epp('m/t.epp') }
