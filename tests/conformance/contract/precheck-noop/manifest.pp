# A noop run makes the checks, too
checked { 'a': color => 'new', broken => 'hinge' }
