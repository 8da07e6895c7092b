# Aliases that stand for each other: the one that was asked for is named
type A = B
type B = A
notice(1 =~ A)
