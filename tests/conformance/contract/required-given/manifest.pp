# What is required may be empty
sized { 'x': size => '', color => 'blue' }
