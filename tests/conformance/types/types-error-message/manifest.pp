# An Error has a message
notify { 'r': message => [Error('m').message] }
