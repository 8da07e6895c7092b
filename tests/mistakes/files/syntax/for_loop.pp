for $i in [1, 2] { notify { $i: } }
