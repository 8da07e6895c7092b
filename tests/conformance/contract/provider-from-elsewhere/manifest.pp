# A provider from another module serves a type, and may be its default
extended { 'x': size => 'big', color => 'red' }
extended { 'y': provider => near, size => 'big' }
extended { 'z': provider => far, color => 'far' }
