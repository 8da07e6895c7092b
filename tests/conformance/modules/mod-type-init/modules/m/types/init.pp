type M = Integer
