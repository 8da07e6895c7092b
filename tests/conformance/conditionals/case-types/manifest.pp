# extra
case [1,"a"] { Array[Integer]: { notify { "ai": } } Tuple[Integer,String]: { notify { "t": } } }
