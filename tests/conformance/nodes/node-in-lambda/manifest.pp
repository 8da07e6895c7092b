# A node block in a lambda is refused
[1].each |$x| { node 'a' { } }
