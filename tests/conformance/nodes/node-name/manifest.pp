# extra
node 'node1.example.com' { notify { 'x': } }
node /node/ { notify { 'y': } }
