# What is required cannot be undef
sized { 'x': size => 'big' }
sized { 'y': size => undef }
