# An unknown variable in a template fails under strict_variables
notify { 'r': message => epp('m/t.epp') }
