# An alias that stands for itself
type A = A
notice(1 =~ A)
