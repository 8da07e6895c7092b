# What is required and missing is named
sized { 'x': color => 'blue' }
