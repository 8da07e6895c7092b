# extra
notify { "r": message => ["a" in "ABC", "z" in [], 1 in ["1"], Integer in [1], /x/ in ["xy"], "key" in {"key"=>1}, "" in "a", [1] in [[1]], undef in [undef], "1" in 1] }
