# what is not there is empty
notify { 'r': message => lookup('a') }
