# Checks that find nothing say nothing
checked { 'a': color => 'new' }
checked { 'b': color => 'old' }
