# Resource with the type class needs a title
notify { a: message => Resource['class'] }
