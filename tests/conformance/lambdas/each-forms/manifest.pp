# extra
{a=>1,b=>2}.each |$k,$v| { notice("$k=$v") }
{a=>1}.each |$p| { notice($p) }
["x","y"].each |$i,$v| { notice("$i$v") }
3.each |$i| { notice($i) }
"ab".each |$c| { notice($c) }
Integer[2,4].each |$i| { notice($i) }
