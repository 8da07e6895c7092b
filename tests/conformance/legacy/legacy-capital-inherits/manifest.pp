# A class that inherits from a capital one
class a { }
class b inherits A { notify { 'b': } }
include b
