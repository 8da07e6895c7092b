# What checks find is told in the order of the catalog, whatever the types
checked { 'a': broken => 'hinge' }
rechecked { 'b': }
checked { 'c': broken => 'spring' }
rechecked { 'd': }
