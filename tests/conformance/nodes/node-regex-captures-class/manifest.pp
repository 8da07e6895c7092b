# Captures of the regex are seen in a class that the block includes, not in one at the top
class c { notify { 'c': message => "<$1>" } }
node /^(w+)(\d)/ { notify { 'n': message => "$1-$2" }  include c }
