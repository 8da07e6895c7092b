# A node and a defined type may share a name
define a() { notify { $name: } }
node a { a { 'i': } }
