# Resource with the type class is a class
notify { a: message => Resource['class','x'] }
