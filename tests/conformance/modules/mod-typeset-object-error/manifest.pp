notice(M::Pair("x"))
