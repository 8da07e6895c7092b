# binary_file names the file
notify { 'r': message => binary_file('m/a') }
