# An import inside a node, class or condition counts as one at the top, evaluated or not
node 'other.example.com' { import 'one.pp' }
node default { include three }
class never { import 'two.pp' }
if false { import 'three.pp' }
