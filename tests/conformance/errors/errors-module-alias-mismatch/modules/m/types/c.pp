type M::C = Integer[0, 10]
