# The class that includes another first decides, for good
class shown { notify { 'r': message => "$x" } }
class a { $x = 'a'  include shown }
class b { $x = 'b'  include shown }
include b
include a
