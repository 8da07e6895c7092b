# Checks before the run are made for all resources, and one that fails keeps everything from being applied
checked { 'a': color => 'new', broken => 'hinge' }
checked { 'b': color => 'new' }
checked { 'c': color => 'new', broken => 'spring' }
notify { 'n': }
