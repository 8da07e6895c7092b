# A name twice in one block
node 'a', 'a' { notify { 'w': } }
