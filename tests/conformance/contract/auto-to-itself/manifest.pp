# A resource is not related to itself
linked { 'x': needs => ['x', 'y'] }
linked { 'y': }
