# An automatic relation to each element of an array
linked { 'x': needs => ['b', 'a', 'missing'] }
linked { 'a': }
linked { 'b': }
