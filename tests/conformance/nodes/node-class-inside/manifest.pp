# A class in a node block is refused
node 'a' { class c { } }
