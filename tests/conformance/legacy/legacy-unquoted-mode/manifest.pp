# A number as a mode compiles, and is a number
file { '/a': mode => 0644 }
file { '/b': mode => 644 }
