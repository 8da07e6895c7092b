# Variables in the name of a node are refused
$x = 'a'
node "$x.example.com" { notify { 'w': } }
