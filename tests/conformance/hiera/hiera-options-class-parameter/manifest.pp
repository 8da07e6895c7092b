# options hold for automatic parameters too
class k(Hash $h) { notify { 'r': message => $h } }
include k
