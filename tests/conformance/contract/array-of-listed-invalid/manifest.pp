# An element that is not listed is refused
listing { 'x': words => ['red', 'blue'] }
