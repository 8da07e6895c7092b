# A parameter without rules keeps arrays, hashes and nested values
listing { 'x': anything => ['a', ['b', { 'c' => 1 }]] }
listing { 'y': anything => { 'k' => [true, undef] } }
