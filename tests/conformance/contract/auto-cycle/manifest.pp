# Automatic relations that contradict each other: the later one is left out
linked { 'x': needs => 'y' }
linked { 'y': needs => 'x' }
