# extra
notify { "a": message => "x${nosuch}y" }
if $other { }
