# template of a file that is not there
notify { 'r': message => template('m/nosuch.erb') }
