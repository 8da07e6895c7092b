# extra
node /^(node\d+)\.(.*)$/ { notify { 'x': message => "$1 $2" } include k }
class k { notify { 'k': message => "<$1>" } }
