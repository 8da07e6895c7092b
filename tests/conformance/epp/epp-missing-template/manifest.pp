# A template that is not there is named with its suffix
notify { 'r': message => epp('m/nosuch') }
