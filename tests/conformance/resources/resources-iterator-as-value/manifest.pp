# What is computed lazily has no place in an attribute
notify { a: message => [1].reverse_each }
