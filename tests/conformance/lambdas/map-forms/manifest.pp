# extra
notify { "r": message => [{a=>1}.map |$k,$v| { "$k$v" }, [1,2,3].filter |$x| { $x > 1 }, {a=>1,b=>2}.filter |$k,$v| { $v > 1 }, [1,2,3].reduce |$m,$x| { $m + $x }, [1,2].reduce(10) |$m,$x| { $m+$x }, [1,2,3].slice(2), {a=>1,b=>2}.map |$p| { $p[0] }, [1,2].any |$x| { $x > 1 }, [1,2].all |$x| { $x > 1 }, [[1,2],[3,4]].map |$x| { $x[0] }, [].reduce |$a,$b| { 1 }] }
