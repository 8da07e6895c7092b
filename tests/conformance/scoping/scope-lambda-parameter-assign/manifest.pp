# A parameter of a lambda is set already
[1].each |$e| { $e = 2 }
