# break ends map with what there is
notice([1,2,3].map |$i| { if $i == 2 { break() } $i })
