type M::A = Array[M::B]
