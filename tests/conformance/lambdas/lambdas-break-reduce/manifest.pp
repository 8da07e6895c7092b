# break ends reduce
notice([1,2,3].reduce(0) |$m,$i| { if $i == 3 { break() } $m + $i })
