# extra
$a = [1,2]
notify { "r": message => [0, *$a, *{k=>"v"}, *undef, 9] }
