# A variable of another class can not be appended to
class a { $l = [1] }
class b { include a  $a::l += [2] }
include b
