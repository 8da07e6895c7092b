# What is computed lazily has no place inside an attribute either
notify { a: message => [[1].reverse_each] }
