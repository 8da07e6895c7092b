# The order of a whole array counts, unless the type says otherwise
listing { 'x': ordered => ['2', '1'], unordered => ['b', 'a'] }
listing { 'y': ordered => [1, 2], unordered => ['b', 'c'] }
listing { 'z': ordered => ['1'], unordered => 'a' }
