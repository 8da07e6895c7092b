type M::U = Integer
