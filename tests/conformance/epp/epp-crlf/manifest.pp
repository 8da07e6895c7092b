# line ends of windows
notify { 'r': message => epp('m/t.epp') }
