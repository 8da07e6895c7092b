# A template that ends too early
notify { 'r': message => epp('m/t.epp') }
