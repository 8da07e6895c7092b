# A collector inside a defined type finds what it brings, and its instances are contained by it
define leaf() { notify { $title: } }
define tree() { Leaf <<| |>> }
tree { 't': }
