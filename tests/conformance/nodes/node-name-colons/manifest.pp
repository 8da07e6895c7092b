# A name with two colons
node a::b { notify { 'w': } }
node default { notify { 'd': } }
