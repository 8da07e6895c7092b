# A node block in a defined type is refused
define d() { node 'x' { } }
