own_texts { 'same': plain => 'a', insync => 'abc', texts => 'x', change => 1, all => ['a', 'b'], sorted => ['a', 'b'], first => ['one', 'two'], number => '5', hash => { 'a' => 1 }, symbol => 'off' }
own_texts { 'other': plain => 'b', insync => 'x', texts => 'y', change => 2, all => ['b', 'a'], sorted => ['c'], first => ['one', 'three'], number => 6, hash => { 'b' => [1, 'x'] }, symbol => 'on', absent => 'now', gone => 'absent' }
own_texts { 'kinds': plain => 5, first => '2', all => 'single', change => '1', hash => { 'a' => '1' } }
own_texts { 'quotes': plain => "it's \"q\"\n", all => ['x y', 3, true] }
