# extra
notify { "r": message => [1 << -1, -8 >> 1, 8 >> -2, 6 << 4.9] }
