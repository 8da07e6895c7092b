# A string can not be appended to an array
$l = [1]
class c { $l += 'x' }
include c
