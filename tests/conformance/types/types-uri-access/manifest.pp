# A URI can not be indexed
notify { 'r': message => [URI('http://h')['host']] }
