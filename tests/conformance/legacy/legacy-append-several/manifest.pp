# Each use of += and -= is an error of its own
$a = [1]
$b += [1]
$c -= [1]
