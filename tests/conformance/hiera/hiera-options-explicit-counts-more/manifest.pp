# a merge in the call counts more than the options
notify { 'r': message => lookup('h', Hash, 'first') }
