# generate wants an absolute path
notify { 'r': message => generate('echo') }
