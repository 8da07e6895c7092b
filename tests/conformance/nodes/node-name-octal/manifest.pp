# A bare number that is octal keeps its text
node 010 { notify { 'oct': } }
node default { notify { 'd': } }
