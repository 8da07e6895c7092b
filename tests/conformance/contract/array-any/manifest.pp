# Of a list of values any will do, and the first is set
listing { 'x': first => ['a', 'b'] }
listing { 'y': first => ['c', 'd'] }
listing { 'z': first => [] }
