# A function that adds to yaml_data
notify { 'r': message => lookup('a') }
