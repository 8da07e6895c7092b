# convert_to Sensitive hides a class parameter
class k(Sensitive[String] $s) { notify { 'r': message => $s } }
include k
