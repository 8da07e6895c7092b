# A call of a function with a hyphen
a-b('x')
