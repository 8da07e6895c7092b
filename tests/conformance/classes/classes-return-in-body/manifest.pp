# return() ends the body of a class
class a { notify { 'x': } if true { return() } notify { 'y': } }
include a
notify { 'z': }
