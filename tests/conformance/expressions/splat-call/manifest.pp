# extra
$a = [1,2]
notice(*$a, 3, *[4,[5]])
notice(*undef)
notice(*"x")
notice(*{a=>1})
