# The elements of an array are listed values
listing { 'x': words => ['red', 'green'] }
listing { 'y': words => ['green'] }
