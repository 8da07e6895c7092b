# The bare type Class has no place in an attribute
notify { a: message => Class }
