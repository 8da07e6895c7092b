# So is one of a module that is not there
notify { 'r': message => epp('nosuch/t.epp') }
