# Automatic relations of all four kinds that the type's code finds
linked { 'x': spec => 'r:one,b:two,n:three,s:four,r:five,r:missing' }
notify { ['five', 'four', 'three', 'two', 'one']: }
