# A reference of several classes relates them all
Notify[a] -> Class['x','y']
notify { a: }
class x {} class y {} include x, y
