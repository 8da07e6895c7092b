# Several faults are logged, then summed up
notify { 'r': message => epp('m/t.epp') }
