# A defined type without parentheses
define a { notify { $name: } }
a { 'x': }
