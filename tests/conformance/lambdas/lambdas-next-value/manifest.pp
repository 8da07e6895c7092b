# next gives the value of the block
notice([1,2,3].map |$i| { if $i == 2 { next('two') } $i })
