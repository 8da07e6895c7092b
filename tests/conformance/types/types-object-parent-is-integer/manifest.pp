# The parent of an object type may be any type
type A = Integer
type B = {parent=>A}
notice(B())
