# A variable of the same scope can not be appended to
$l = [1]
$l += [2]
