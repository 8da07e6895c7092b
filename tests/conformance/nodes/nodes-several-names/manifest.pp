# a block with several names
node 'other.example.com', 'NODE1.example.com' { notify { 'r': } }
