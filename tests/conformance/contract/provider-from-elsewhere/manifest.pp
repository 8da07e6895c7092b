# A provider from another module serves a type, and may be its default; the type converts values for all of its providers
extended { 'x': size => 'Big', color => 'red' }
extended { 'y': provider => near, size => 'big' }
extended { 'z': provider => far, color => 'far' }
