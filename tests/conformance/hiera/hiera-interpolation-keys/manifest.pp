# Keys of hashes are interpolated too, and what comes out is interpolated again
notify { 'r': message => [lookup('h'), lookup('twice')] }
