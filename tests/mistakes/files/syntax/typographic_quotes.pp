notify { “x”: }
