type M::B = Variant[M::C, Array[M::C]]
