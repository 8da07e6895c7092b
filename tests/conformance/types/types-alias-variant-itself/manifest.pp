# A variant drops the alias that it stands for
type A = Variant[A, Integer]
notice(1 =~ A, A)
