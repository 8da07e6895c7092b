# What is no part of a URI is looked for as a function
notify { 'r': message => [URI('http://h').nope] }
