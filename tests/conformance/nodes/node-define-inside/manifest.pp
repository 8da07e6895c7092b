# A defined type and a function in a node block are refused
node 'a' { define d() { } }
node 'b' { function f() { } }
