type M::Port = String
