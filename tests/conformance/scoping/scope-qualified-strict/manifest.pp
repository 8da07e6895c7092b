# An unknown variable of a class that is there is an error when strict
class a { }
include a
notify { 'r': message => $a::v }
