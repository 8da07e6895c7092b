# A variant of nothing but itself
type A = Variant[A]
notice(1 =~ A)
