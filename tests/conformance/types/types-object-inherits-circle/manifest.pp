# Object types that inherit from each other
type A = {parent=>B}
type B = {parent=>A}
notice(A())
