# Names that differ in case are the same
node 'a' { }
node 'A' { }
