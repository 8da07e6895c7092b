# The second of two aliases of one name, with the place of the name
type A = Integer
type A = String
