# A template may not define classes
notify { 'r': message => epp('m/t.epp') }
